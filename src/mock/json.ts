import type { InvalidPlace } from "./service.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });
const escapeSegment = (segment: string): string =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** The first place that JSON text may hold and JSON.stringify could not give back, or that nests too deeply. */
function unfaithful(
	value: unknown,
	depth: number,
	pointer: string,
): InvalidPlace | undefined {
	if (typeof value === "number" && !Number.isFinite(value))
		return {
			pointer,
			detail: "is a number beyond the range of a double; send it as a string",
		};
	if (typeof value === "string" && !value.isWellFormed())
		return { pointer, detail: "has a surrogate without its other half" };
	if (typeof value !== "object" || value === null) return undefined;
	if (depth === 0) return { pointer, detail: "is nested too deeply" };
	for (const [member, below] of Object.entries(value)) {
		const at = `${pointer}/${escapeSegment(member)}`;
		if (!member.isWellFormed())
			return {
				pointer,
				detail:
					"has a member whose name has a surrogate without its other half",
			};
		const found = unfaithful(below, depth - 1, at);
		if (found) return found;
	}
	return undefined;
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
		const reason =
			error instanceof SyntaxError ? error.message : "it is no UTF-8";
		return {
			invalid: {
				pointer: "",
				detail:
					bytes.byteLength === 0
						? "is empty; send JSON"
						: `is no JSON: ${reason}`,
			},
		};
	}
	const invalid = unfaithful(value, maxDepth, "");
	return invalid ? { invalid } : { value };
}
