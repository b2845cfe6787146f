import { essenceOf, isXmlType } from "../values/http.ts";
import {
	DocumentError,
	type DocumentOperation,
	type DocumentParts,
} from "./node.ts";
import { isOwnPath, OWN_PATHS } from "./path-template.ts";
import { findUnreadable } from "./read-parameters.ts";
import { readSecurity } from "./security.ts";

/** Whether the mock cannot read or write any of the media types; false if there are none. */
const isForeign = (content: unknown): boolean => {
	const types = Object.keys(Object(content));
	return (
		types.length > 0 &&
		types.every(
			(each) =>
				isXmlType(each) || essenceOf(each) === "application/json-patch+json",
		)
	);
};

/** Returns the part of an operation whose media types are all foreign; undefined if every part can be served. */
function findForeign(
	{ resolve }: DocumentParts,
	{ requestContent, responses }: DocumentOperation,
): { readonly part: string; readonly types: string } | undefined {
	const [status, success = {}] =
		responses.find(([each]) => /^2/.test(each)) ?? [];
	const { content } = resolve(success);
	const parts = [
		["requestBody", Object.fromEntries(requestContent)],
		[`responses/${status}`, content],
	] as const;
	const [found] = parts.filter(([, each]) => isForeign(each));
	return (
		found && { part: found[0], types: Object.keys(Object(found[1])).join(", ") }
	);
}

/** Returns why an operation cannot be served, with place and remedy; undefined if it can. */
function findRefusal(
	document: DocumentParts,
	operation: DocumentOperation,
): string | undefined {
	const { id, pointer, path, parameters } = operation;
	try {
		readSecurity(document, operation);
	} catch (error) {
		if (!(error instanceof DocumentError)) throw error;
		return `${id} (${pointer}/security): ${error.message}`;
	}
	const [mark] = /[?#]/.exec(path) ?? [];
	if (mark)
		return `${id} (${pointer}): its path has a ${mark}, which the path of a request never has. Use a path without it.`;
	if (isOwnPath(path))
		return `${id} (${pointer}): no request reaches it, since ${OWN_PATHS}. Use another path.`;
	const foreign = findForeign(document, operation);
	if (foreign)
		return `${id} (${pointer}/${foreign.part}/content): ${foreign.types} is not supported. Add application/json, or a handler for the operation.`;
	for (const each of parameters) {
		const reason = findUnreadable(document.resolve, each);
		if (reason) return `${id} (${pointer}/parameters): ${reason}.`;
	}
	return undefined;
}

/** Leaves out the operations that cannot be served. */
export function selectServed(all: DocumentParts): {
	readonly document: DocumentParts;
	/** Why they are left out, as sentences. */
	readonly refused: readonly string[];
} {
	const refusals = new Map(
		all.operations.map((each) => [each.id, findRefusal(all, each)]),
	);
	const isServed = (id: string): boolean => refusals.get(id) === undefined;
	const document: DocumentParts = {
		...all,
		operations: all.operations.filter(({ id }) => isServed(id)),
		targets: all.targets.filter(([target]) => isServed(target)),
	};
	return {
		document,
		refused: [...refusals.values()].flatMap((each) => each ?? []),
	};
}
