import type {
	Contract,
	ExampleRequest,
	ProviderResponse,
} from "../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { adviseOnAccess } from "../judge.ts";
import type { Observer } from "../observer.ts";
import { buildRequest, createExchanges } from "../operations.ts";
import type { SurfaceResult, SurfaceVerdict } from "../report.ts";

/** Statuses that only an existing operation sends. */
const REJECTED = new Set([400, 409, 412, 413, 415, 422, 428]);
const NOT_FOUND = new Set([404, 405, 410, 501]);

const WEB_PAGE =
	"responded with a web page, as a proxy or another server would. Check the base URL.";

/**
 * Accepts web pages if only some operations respond with one. Such a page comes from the service, so the operation
 * exists.
 */
const acceptSinglePages = (results: SurfaceResult[]): SurfaceResult[] =>
	results.every(({ verdict }) => verdict !== "passed")
		? results
		: results.map((result) => {
				if (result.why !== WEB_PAGE) return result;
				const why = `responded with ${result.status} and a web page`;
				return { ...result, verdict: "passed", why };
			});

/** The responses of nginx, Apache and Go to a request without TLS at a TLS port. */
const NEEDS_TLS = /plain HTTP (request was sent )?to|HTTP request to an HTTPS/;

function judgeResponse(
	{ status, headers, body }: ProviderResponse,
	headerNames: readonly string[],
): [verdict: SurfaceVerdict, why: string] {
	const why = `responded with ${status}`;
	if (status === 400 && NEEDS_TLS.test(body.toString("latin1")))
		return ["not verified", "expects TLS. Pass a base URL with https"];
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && /^text\/html\b/i.test(headers["content-type"] ?? ""))
		return ["not verified", WEB_PAGE];
	if (isSuccess) return ["passed", why];
	if (REJECTED.has(status)) return ["passed", `${why}, so it exists`];
	if (NOT_FOUND.has(status)) return ["failed", `${why}, so it does not exist`];
	const advice = adviseOnAccess(status, headerNames);
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
 * Sends the example request of each operation, without following redirects.
 * @param operations the operations to probe
 * @param examples requests to send instead, by operation id
 * @param observer keeps the exchanges
 * @param headerNames the additional headers of every request
 */
export async function probeSurface(
	contract: Contract,
	operations: Contract["operations"],
	examples: Readonly<Record<string, ExampleRequest>>,
	observer: Observer,
	headerNames: readonly string[],
): Promise<SurfaceResult[]> {
	const results = await Promise.all(
		operations.map(async (operation): Promise<SurfaceResult> => {
			const { id, method, path, example, success } = operation;
			const description = `${id}: the surface`;
			const start = performance.now();
			// The records in its path are created first.
			const exchanges = createExchanges(
				contract,
				observer.arrangeFor(description),
			);
			const send = observer.sendFor({ description, status: success });
			const outcome = await exchanges
				.fill(send)(buildRequest(operation, examples[id] ?? example))
				.catch(keepCheckFailure);
			const isMissing = isCheckFailure(outcome);
			const [verdict, why] = isMissing
				? (["not verified", outcome.message] as const)
				: judgeResponse(outcome, headerNames);
			return {
				...{ operation: id, method, path },
				status: isMissing ? null : outcome.status,
				...{ verdict, why },
				durationMs: Math.round(performance.now() - start),
			};
		}),
	);
	return acceptSinglePages(results);
}
