import { type Fault, invalid } from "./problems.ts";

const MAX_DEPTH = 128;
const utf8 = new TextDecoder("utf-8", { fatal: true });

export const escapePointer = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** Finds the first value that nests too deeply or cannot be stored unchanged. */
function findFault(
	value: unknown,
	pointer: string,
	depth: number,
): Fault | undefined {
	if (typeof value === "string" && !value.isWellFormed())
		return { pointer, detail: "has half of a surrogate pair" };
	if (typeof value === "number" && !Number.isFinite(value))
		return { pointer, detail: "is too large for a number" };
	if (typeof value !== "object" || value === null) return undefined;
	if (depth === MAX_DEPTH)
		return { pointer, detail: `is nested more than ${MAX_DEPTH} levels deep` };
	for (const [name, member] of Object.entries(value)) {
		if (!name.isWellFormed())
			return { pointer, detail: "has a name with half of a surrogate pair" };
		const fault = findFault(
			member,
			`${pointer}/${escapePointer(name)}`,
			depth + 1,
		);
		if (fault) return fault;
	}
	return undefined;
}

/** @throws Problem with status 400 if the bytes are not JSON in UTF-8 that can be stored unchanged */
export function parseJson(bytes: Uint8Array): unknown {
	let value: unknown;
	try {
		value = JSON.parse(utf8.decode(bytes));
	} catch {
		throw invalid([{ pointer: "", detail: "is not JSON in UTF-8" }]);
	}
	const fault = findFault(value, "", 0);
	if (fault) throw invalid([fault]);
	return value;
}
