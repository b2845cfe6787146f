import { ACCESS_ADVICE } from "./access-advice.ts";
import { buildRequest } from "./build-request.ts";
import type {
	Contract,
	ExampleRequest,
	ProviderResponse,
	Send,
} from "./contract.ts";
import type { SurfaceResult, SurfaceVerdict } from "./report.ts";
import { NoResponseError } from "./send.ts";

/** Statuses that only an existing operation responds with. */
const REJECTED = new Set([400, 409, 413, 415, 422]);
const NOT_FOUND = new Set([404, 405, 410, 501]);

function judgeResponse({
	status,
	headers,
}: ProviderResponse): [verdict: SurfaceVerdict, why: string] {
	const why = `responded with ${status}`;
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && /^text\/html\b/i.test(headers["content-type"] ?? ""))
		return [
			"not verified",
			"responded with a web page, as a proxy or another server would. Check the base URL.",
		];
	if (isSuccess) return ["passed", why];
	if (REJECTED.has(status)) return ["passed", `${why}, so it exists`];
	if (NOT_FOUND.has(status)) return ["failed", `${why}, so it does not exist`];
	const advice = ACCESS_ADVICE.get(status);
	if (advice !== undefined) return ["not verified", `${why}. ${advice}`];
	if (status >= 500) return ["failed", why];
	if (status >= 300 && status < 400)
		return [
			"failed",
			`redirected with ${status}${headers.location ? ` to ${headers.location}` : ""}; pass the base URL that the service is served at`,
		];
	return [
		"not verified",
		`${why}, which does not show whether it exists. Pass --examples with a request that the service accepts.`,
	];
}

/**
 * Sends each operation its example request, without following redirects.
 * @param examples requests to send instead, by operation id
 */
export function probeSurface(
	operations: Contract["operations"],
	examples: Readonly<Record<string, ExampleRequest>>,
	send: Send,
): Promise<SurfaceResult[]> {
	return Promise.all(
		operations.map(async (operation) => {
			const { id, method, path, example } = operation;
			const result = { operation: id, method, path };
			try {
				const response = await send(
					buildRequest(operation, examples[id] ?? example),
				);
				const [verdict, why] = judgeResponse(response);
				return { ...result, status: response.status, verdict, why };
			} catch (error) {
				if (!(error instanceof NoResponseError)) throw error;
				const { message: why } = error;
				return { ...result, status: null, verdict: "not verified", why };
			}
		}),
	);
}
