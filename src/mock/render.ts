import type { AnswerSpec, Reply } from "./service.ts";

export interface ResponseConstructor {
	new (
		body: string | null,
		init: {
			status: number;
			statusText: string;
			headers: Record<string, string>;
		},
	): Response;
}

const PROBLEM_ANSWER = {
	mediaType: "application/problem+json",
	reason: "Internal Server Error",
	assumptions: [],
};

/** The answer to give where the mock itself fails: not the service's, so it rests on nothing. */
export const FAILURE: AnswerSpec = PROBLEM_ANSWER;

export type Render = (
	reply: Reply,
	method: string,
	extraHeaders?: Record<string, string>,
) => Response;

/**
 * Makes responses of one operation, or of what lies beyond them.
 * @param answers by status
 * @param head what answering HEAD rests on besides
 */
export function createRender(
	Response: ResponseConstructor,
	answers: Readonly<Record<number, AnswerSpec>>,
	head: readonly string[],
): Render {
	const headersFor = (
		ids: (spec: AnswerSpec) => readonly string[],
	): Map<string, Record<string, string>> =>
		new Map(
			Object.entries(answers).map(([status, spec]) => {
				const assumptions = [...new Set(ids(spec))].join(", ");
				const type = { "content-type": spec.mediaType };
				return [
					status,
					assumptions === ""
						? type
						: { ...type, "mock-assumptions": assumptions },
				];
			}),
		);
	const headersOf = headersFor(({ assumptions }) => assumptions);
	const headersOfHead = headersFor(({ assumptions }) => [
		...assumptions,
		...head,
	]);

	return ({ status, body }, method, extraHeaders) => {
		const isHead = method === "HEAD";
		const spec = answers[status] ?? FAILURE;
		const headers = (isHead ? headersOfHead : headersOf).get(`${status}`) ?? {
			"content-type": spec.mediaType,
		};
		const text =
			typeof body === "string" && !spec.mediaType.includes("json")
				? body
				: JSON.stringify(body);
		return new Response(isHead ? null : text, {
			status,
			statusText: spec.reason,
			headers: { ...headers, ...extraHeaders },
		});
	};
}
