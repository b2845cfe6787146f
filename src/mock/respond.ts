import { readBody } from "./body.ts";
import type { Engine } from "./engine.ts";
import { parseJson } from "./json.ts";
import { problem } from "./problems.ts";
import { readQuery } from "./query.ts";
import { createRender, FAILURE } from "./render.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	Reply,
	Service,
} from "./service.ts";
import { createState } from "./state.ts";
import { validateBody } from "./validation.ts";

/** Answers one request. Never throws: what goes wrong inside is an answer too. */
export type Respond = (request: Request) => Promise<Response>;

type Input = { query: Record<string, unknown>; body: unknown };
type Read = Input | { refused: Reply };

const SESSION = "default";
/** Parameters aside, and in whatever case (RFC 9110 section 8.3.1). */
const isOfType = (sent: string | null, mediaType: string): boolean =>
	sent?.split(";", 1)[0]?.trim().toLowerCase() === mediaType;

/** Reads the request as the document describes it, or refuses it for the first reason in the order 413, 415, 400. */
function createReader(
	definition: OperationDefinition,
	limits: Service["limits"],
): (request: Request) => Promise<Read> {
	const { spec, validateQuery, validateBody: bodyValidator } = definition;
	const refuse = (
		kind: "invalid" | "tooLarge" | "unsupportedMedia",
		circumstances: Parameters<typeof problem>[3],
		errors?: readonly InvalidPlace[],
	): { refused: Reply } => {
		const status = spec.problems[kind] ?? 400;
		return {
			refused: problem(
				kind,
				status,
				spec.answers[status] ?? FAILURE,
				circumstances,
				errors && { errors },
			),
		};
	};
	const invalid = (places: readonly InvalidPlace[]): { refused: Reply } =>
		refuse("invalid", { places: places.length }, places);

	const expected = spec.body ?? "";
	return async (request) => {
		const read = validateQuery
			? readQuery(request.url, spec, validateQuery)
			: { query: {} };
		if (!bodyValidator)
			return "invalid" in read
				? invalid(read.invalid)
				: { ...read, body: undefined };

		const bytes = await readBody(request, limits.maxBytes);
		if (bytes === "too large")
			return refuse("tooLarge", { maxBytes: limits.maxBytes });
		const mediaType = request.headers.get("content-type");
		if (!isOfType(mediaType, expected))
			return refuse("unsupportedMedia", { mediaType, expected });
		if ("invalid" in read) return invalid(read.invalid);
		if (bytes === "incomplete")
			return invalid([{ pointer: "", detail: "ended before it was complete" }]);

		const parsed = parseJson(bytes, limits.maxDepth);
		if ("invalid" in parsed) return invalid([parsed.invalid]);
		const places = validateBody(parsed.value, bodyValidator);
		return places.length > 0
			? invalid(places)
			: { ...read, body: parsed.value };
	};
}

/** The way from request to response for one operation; the same through every transport. */
export function createRespond(
	engine: Engine,
	definition: OperationDefinition,
): Respond {
	const { service, store, clock, Response, onError } = engine;
	const { spec, handle } = definition;
	const read = createReader(definition, service.limits);
	const render = createRender(
		Response,
		spec.answers,
		service.beyond.head.assumptions,
	);
	const state = createState(store, SESSION);

	async function answer(request: Request): Promise<Reply> {
		try {
			const input = await read(request);
			if ("refused" in input) return input.refused;
			const reply = await handle({ ...input, state });
			if (!("invalid" in reply)) return reply;
			const status = spec.problems.invalid ?? 400;
			return problem(
				"invalid",
				status,
				spec.answers[status] ?? FAILURE,
				{ places: reply.invalid.length },
				{ errors: reply.invalid },
			);
		} catch (error) {
			onError(error);
			return problem("failed", 500, FAILURE);
		}
	}

	return async (request) => {
		const begun = clock.monotonic();
		const reply = await answer(request);
		await store.observe(
			SESSION,
			{ operation: spec.id, status: `${reply.status}` },
			(clock.monotonic() - begun) / 1000,
		);
		const closing =
			reply.status === spec.problems.tooLarge
				? { connection: "close" }
				: undefined;
		return render(reply, request.method, closing);
	};
}
