import { createHash } from "node:crypto";
import { allNodes, ownAssumptions } from "../../document/extensions.ts";
import {
	child,
	createResolver,
	entries,
	inline,
	isNode,
} from "../../document/node.ts";

/** By id, a digest of the elements of a document that carry the assumption. */
export type Digests = ReadonlyMap<string, string>;

/** Keywords that promise nothing. */
const DOCUMENTATION =
	/^(description|summary|title|examples?|externalDocs|x-assumption|x-specified|x-invalid)$/;

const isOfOthers = (value: unknown, id: string): boolean => {
	const ids = isNode(value) ? ownAssumptions(value) : [];
	return ids.length > 0 && !ids.includes(id);
};

/** Returns what an element promises, without the elements in it that carry other assumptions, in a fixed order. */
function normalize(value: unknown, id: string, isMap = false): unknown {
	if (Array.isArray(value)) {
		const items = value
			.filter((each) => !isOfOthers(each, id))
			.map((each) => normalize(each, id));
		// The order of names, such as those of `required`, says nothing.
		return items.every((each) => typeof each === "string")
			? items.toSorted()
			: items;
	}
	if (!isNode(value)) return value;
	const kept = Object.entries(value).filter(
		([name, each]) =>
			(isMap || !DOCUMENTATION.test(name)) && !isOfOthers(each, id),
	);
	return Object.fromEntries(
		kept
			.map(([name, each]): [string, unknown] => [
				name,
				normalize(each, id, !isMap && /^(properties|headers)$/.test(name)),
			])
			.toSorted(([one], [other]) => (one < other ? -1 : 1)),
	);
}

const digest = (text: string): string =>
	createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Returns the name under which an element stands, such as a status or a property; empty for items, which have none. */
const nameOf = (pointer: string): string =>
	pointer.replace(/^.*\//s, "").replace(/^\d{1,2}$/, "");

/**
 * Digests the elements of a bundled document. An element that is referred to counts where it is used: with another
 * status, it is another promise. The order of keys, comments, descriptions and examples do not count.
 */
export function digestAssumptions(document: unknown): Digests {
	const root = isNode(document) ? document : {};
	const resolve = createResolver(root);
	const elements = new Map<string, Set<string>>();
	for (const part of ["paths", "x-beyond-operations"])
		for (const [, node] of entries(child(root, part)))
			for (const { pointer, node: element } of allNodes(inline(resolve, node)))
				for (const id of ownAssumptions(element)) {
					const known = elements.get(id) ?? new Set();
					elements.set(id, known);
					const promise = JSON.stringify(normalize(element, id));
					known.add(`${nameOf(pointer)} ${promise}`);
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

/** Returns what a ledger keeps: the digest of the elements, and that of the sentence that describes them. */
export const formatDigest = (elements: string, sentence: string): string =>
	`${elements}-${digestSentence(sentence)}`;

/** What happened since an entry of a ledger was written: to the elements that carry its id, and to its sentence. */
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
