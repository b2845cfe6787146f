import type { InvalidPlace } from "./service.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });
const escapeSegment = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** The first place that JSON text may hold and JSON.stringify could not give back, or that nests too deeply. */
function unfaithful(value: unknown, depth: number): InvalidPlace | undefined {
	const here = (detail: string): InvalidPlace => ({ pointer: "", detail });
	if (typeof value === "number" && !Number.isFinite(value))
		return here(
			"is a number beyond the range of a double; send it as a string",
		);
	if (typeof value === "string" && !value.isWellFormed())
		return here("has a surrogate without its other half");
	if (typeof value !== "object" || value === null) return undefined;
	if (depth === 0) return here("is nested too deeply");
	for (const [member, below] of Object.entries(value)) {
		if (!member.isWellFormed())
			return here(
				"has a member whose name has a surrogate without its other half",
			);
		const found = unfaithful(below, depth - 1);
		if (found && "pointer" in found)
			return {
				...found,
				pointer: `/${escapeSegment(member)}${found.pointer}`,
			};
	}
	return undefined;
}

/** In words of our own: those of an engine differ from version to version, and the same seed must give the same bytes. */
function describe(bytes: Uint8Array, error: unknown): string {
	if (bytes.byteLength === 0) return "is empty; send JSON";
	if (!(error instanceof SyntaxError)) return "is no UTF-8";
	const [, position] = /at position (\d+)/.exec(error.message) ?? [];
	return position === undefined
		? "is no JSON: it breaks off"
		: `is no JSON at position ${position}`;
}

/** The value that the bytes, JSON in UTF-8, stand for, or the place that is wrong. */
export function parseJson(
	bytes: Uint8Array,
	maxDepth: number,
): { value: unknown } | { invalid: InvalidPlace } {
	let value: unknown;
	try {
		value = JSON.parse(decoder.decode(bytes));
	} catch (error) {
		return { invalid: { pointer: "", detail: describe(bytes, error) } };
	}
	const invalid = unfaithful(value, maxDepth);
	return invalid ? { invalid } : { value };
}
