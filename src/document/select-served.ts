import {
	DocumentError,
	type DocumentOperation,
	type DocumentParts,
} from "./node.ts";
import { findUnreadable } from "./read-parameters.ts";
import { readSecurity } from "./security.ts";

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
	for (const each of parameters) {
		const reason = findUnreadable(document.resolve, each);
		if (reason) return `${id} (${pointer}/parameters): ${reason}.`;
	}
	return undefined;
}

/** Leaves out the operations that cannot be served. */
export function selectServed(all: DocumentParts): {
	readonly document: DocumentParts;
	/** Why, for people. */
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
