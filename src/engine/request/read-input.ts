import { problem } from "../response/problems.ts";
import { FAILURE } from "../response/render.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	Reply,
	Service,
} from "../service.ts";
import type { BodyFailure } from "./body.ts";
import { checkJson, type JsonText, readText } from "./json.ts";
import { readQuery } from "./query.ts";
import type { MockRequest } from "./request.ts";
import { validateBody } from "./validation.ts";

export type Input = { query: Record<string, unknown>; body: unknown };
/** The body as it came, or why it was not read; undefined where the operation has none. */
export type Received = JsonText | BodyFailure | undefined;

/** Reads requests of one operation, whose body has been read before, since that has to be done whatever becomes of them. */
export interface InputReader {
	/** Whether there is a body to read. */
	readonly takesBody: boolean;
	/** What the document describes, or the refusal for the first reason in the order 413, 415, 400. */
	judge(
		incoming: MockRequest,
		search: string,
		received: Received,
	): Input | { refused: Reply };
}

/** Parameters aside, and in whatever case (RFC 9110 section 8.3.1). */
const isOfType = (sent: string | null, mediaType: string): boolean =>
	sent === mediaType ||
	sent?.split(";", 1)[0]?.trim().toLowerCase() === mediaType;

export function refuseInvalid(
	{ problems, responses: answers }: OperationDefinition["spec"],
	places: readonly InvalidPlace[],
): Reply {
	const status = problems.invalid ?? 400;
	return problem(
		"invalid",
		status,
		answers[status] ?? FAILURE,
		{ places: places.length },
		{ errors: places },
	);
}

export const readReceived = (bytes: Uint8Array | BodyFailure): Received =>
	typeof bytes === "string" ? bytes : readText(bytes);

export function createInputReader(
	definition: OperationDefinition,
	{ maxBytes, maxDepth }: Service["limits"],
): InputReader {
	const { spec, validateQuery, validateBody: bodyValidator } = definition;
	const refuse = (
		kind: "tooLarge" | "unsupportedMedia",
		circumstances: Parameters<typeof problem>[3],
	): { refused: Reply } => {
		const status = spec.problems[kind] ?? 400;
		const answer = spec.responses[status] ?? FAILURE;
		return { refused: problem(kind, status, answer, circumstances) };
	};
	const invalid = (places: readonly InvalidPlace[]): { refused: Reply } => ({
		refused: refuseInvalid(spec, places),
	});
	const expected = spec.body ?? "";
	const readSearch = (search: string) =>
		validateQuery ? readQuery(search, spec, validateQuery) : { query: {} };
	// The most frequent query by far, and always read to the same.
	const noSearch = readSearch("");

	return {
		takesBody: bodyValidator !== undefined,
		judge(incoming, search, received) {
			const read = search === "" ? noSearch : readSearch(search);
			if (!bodyValidator)
				return "invalid" in read
					? invalid(read.invalid)
					: { query: read.query, body: undefined };

			if (received === "too large") return refuse("tooLarge", { maxBytes });
			const mediaType = incoming.header("content-type");
			if (!isOfType(mediaType, expected))
				return refuse("unsupportedMedia", { mediaType, expected });
			if ("invalid" in read) return invalid(read.invalid);
			if (received === "incomplete" || received === undefined)
				return invalid([
					{ pointer: "", detail: "ended before it was complete" },
				]);

			const parsed = checkJson(received, maxDepth);
			if ("invalid" in parsed) return invalid([parsed.invalid]);
			const places = validateBody(parsed.value, bodyValidator);
			return places.length > 0
				? invalid(places)
				: { query: read.query, body: parsed.value };
		},
	};
}
