import { createHash } from "node:crypto";
import { ownAssumptions } from "../../document/extensions.ts";
import {
	createResolver,
	isNode,
	type Node,
	type Resolve,
} from "../../document/node.ts";

/** By id, a digest of the document's elements with the assumption. */
export type Digests = ReadonlyMap<string, string>;

/** Keywords that do not affect the behavior of the service. */
const DOCUMENTATION =
	/^(description|summary|title|examples?|externalDocs|x-assumption|x-specified|x-invalid|x-remedy)$/;

/** Keywords whose values contain no elements. A `$ref` in an example is not a reference. */
const VALUES = /^(examples?|default|const|enum)$/;

/** Keywords whose values map names of the document. These names are not keywords. */
const MAPS = /^(properties|headers|responses)$/;

/** Returns the contents of an element in a fixed order, without inner elements that have other assumptions. */
function createNormalize(resolve: Resolve, id: string) {
	function isOfOthers(value: unknown): boolean {
		const ids = isNode(value) ? ownAssumptions(resolve(value)) : [];
		return ids.length > 0 && !ids.includes(id);
	}
	/** @param path the references on the way to the value. A reference back to itself stays. */
	return function normalize(
		value: unknown,
		path: readonly unknown[] = [],
		isMap = false,
	): unknown {
		if (Array.isArray(value)) {
			const items = value
				.filter((each) => !isOfOthers(each))
				.map((each) => normalize(each, path));
			// The order of names does not matter, for example in `required`.
			return items.every((each) => typeof each === "string")
				? items.toSorted()
				: items;
		}
		if (!isNode(value)) return value;
		const { $ref } = value;
		if (!isMap && typeof $ref === "string") {
			if (path.includes($ref)) return { $ref };
			return normalize(resolve(value), [...path, $ref]);
		}
		const kept: [string, unknown][] = [];
		for (const name of Object.keys(value).toSorted()) {
			const below = value[name];
			if (!isMap && DOCUMENTATION.test(name)) continue;
			if (!isMap && VALUES.test(name)) kept.push([name, below]);
			else if (!isOfOthers(below))
				kept.push([name, normalize(below, path, !isMap && MAPS.test(name))]);
		}
		return Object.fromEntries(kept);
	};
}

/**
 * Yields the elements with assumptions at each place where they are used, with the name at this place: a status or a
 * property.
 */
function createWalk(resolve: Resolve) {
	const seen = new Set<string>();
	return function* walk(
		value: unknown,
		name = "",
		isMap = false,
	): Generator<{ readonly name: string; readonly element: Node }> {
		if (Array.isArray(value)) for (const each of value) yield* walk(each);
		if (!isNode(value)) return;
		if (!isMap && "$ref" in value) {
			const use = `${name} ${JSON.stringify(value)}`;
			if (seen.has(use)) return;
			seen.add(use);
		}
		const element = isMap ? value : resolve(value);
		if (ownAssumptions(element).length > 0) yield { name, element };
		for (const [key, below] of Object.entries(element))
			if (isMap || !VALUES.test(key))
				yield* walk(below, key, !isMap && MAPS.test(key));
	};
}

const digest = (text: string): string =>
	createHash("sha256").update(text).digest("hex").slice(0, 8);

/**
 * Digests the elements of a bundled document. The target of a reference counts at each place where it is used,
 * because it means something else with another status. The order of keys, comments, descriptions and examples do not
 * count.
 */
export function digestAssumptions(document: unknown): Digests {
	const root = isNode(document) ? document : {};
	const resolve = createResolver(root);
	const walk = createWalk(resolve);
	const elements = new Map<string, Set<string>>();
	for (const part of [root.paths, root["x-beyond-operations"]])
		for (const { name, element } of walk(part))
			for (const id of ownAssumptions(element)) {
				const known = elements.get(id) ?? new Set();
				elements.set(id, known);
				const promise = createNormalize(resolve, id)(element);
				known.add(`${name} ${JSON.stringify(promise)}`);
			}
	return new Map(
		[...elements].map(([id, found]) => [
			id,
			digest([...found].toSorted().join("\n")),
		]),
	);
}

const digestSentence = (sentence: string): string =>
	digest(sentence.replaceAll(/\s+/g, " ").trim());

/**
 * Returns the digest for a ledger: the digest of the elements, and the digest of the sentence that describes them.
 */
export const formatDigest = (elements: string, sentence: string): string =>
	`${elements}-${digestSentence(sentence)}`;

/** Compares the digest in a ledger entry with the current elements and the current sentence. */
export function compareDigest(
	kept: unknown,
	elements: string,
	sentence: string,
): { readonly isChanged: boolean; readonly isEdited: boolean } {
	const [keptElements, keptSentence] = String(kept).split("-");
	return {
		isChanged: keptElements !== elements,
		isEdited: keptSentence !== digestSentence(sentence),
	};
}
