import type { Reply, ResponseModel } from "../model/service.ts";
import type { MockResponse } from "./response.ts";

/** The JSON texts of bodies that never change; undefined until first needed. */
const sharedTexts = new WeakMap<object, string | undefined>();

/**
 * Marks a body that nothing modifies, so that its JSON text is made only once. An exchange of `listZaps` takes a fifth of
 * the processor time it takes without.
 */
export function cacheJsonText<Body extends object>(body: Body): Body {
	sharedTexts.set(body, undefined);
	return body;
}

/** @throws TypeError if the body cannot be written as JSON */
function toJsonText(body: unknown): string {
	if (typeof body !== "object" || body === null) return JSON.stringify(body);
	const known = sharedTexts.get(body);
	if (known !== undefined) return known;
	const text = JSON.stringify(body);
	if (sharedTexts.has(body)) sharedTexts.set(body, text);
	return text;
}

/** A response whose body is complete. */
export type RenderedResponse = MockResponse & { readonly body: string | null };

/**
 * Turns the reply of a handler into a response.
 * @throws TypeError if the body cannot be written as JSON
 */
export type Render = (
	reply: Reply,
	method: string,
	extraHeaders?: Readonly<Record<string, string>>,
) => RenderedResponse;

type Fields = Pick<MockResponse, "reason" | "headers" | "assumptions"> & {
	readonly isJson: boolean;
};

/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: responses with these statuses never have a body. */
const BODILESS: readonly number[] = [204, 205, 304];

/** Shared, since counters are keyed by this array's identity. */
const NO_ASSUMPTIONS: readonly string[] = [];

function createFields(
	{ mediaType, reason, assumptions }: ResponseModel,
	more: readonly string[] = [],
): Fields {
	const all = [...new Set([...assumptions, ...more])];
	const ids = all.length === 0 ? NO_ASSUMPTIONS : all;
	return {
		reason,
		assumptions: ids,
		isJson: mediaType.includes("json"),
		headers: {
			"content-type": mediaType,
			...(ids.length > 0 && { "mock-assumptions": ids.join(", ") }),
		},
	};
}

/**
 * Creates the renderer of one operation.
 * @param specs by status; a reply with another status brings its own
 * @param headAssumptions what a response to HEAD depends on besides
 */
export function createRender(
	specs: Readonly<Record<number, ResponseModel>> = {},
	headAssumptions: readonly string[] = [],
): Render {
	const createFieldsByStatus = (more: readonly string[]): Map<number, Fields> =>
		new Map(
			Object.entries(specs).map(([status, spec]) => [
				Number(status),
				createFields(spec, more),
			]),
		);
	const fields = createFieldsByStatus([]);
	const fieldsForHead = createFieldsByStatus(headAssumptions);

	return ({ status, body, headers, spec }, method, extraHeaders) => {
		const isHead = method === "HEAD";
		const found = spec
			? createFields(spec)
			: (isHead ? fieldsForHead : fields).get(status);
		if (!found)
			throw new Error(
				`A handler replied with status ${status}, which the OpenAPI document does not list for its operation.`,
			);
		const text =
			typeof body === "string" && !found.isJson ? body : toJsonText(body);
		return {
			status,
			reason: found.reason,
			assumptions: found.assumptions,
			headers:
				headers || extraHeaders
					? { ...found.headers, ...headers, ...extraHeaders }
					: found.headers,
			body: isHead || BODILESS.includes(status) ? null : text,
		};
	};
}

/** Renders replies that bring their own description. */
export const renderOwn: Render = createRender();
