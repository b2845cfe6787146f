import { problem } from "../response/problems.ts";
import { FAILURE } from "../response/render.ts";
import type { Credentials, OperationSpec, Reply } from "../service.ts";
import type { ActiveScenario } from "../sessions/session.ts";
import type { MockRequest } from "./request.ts";

/** By kind of credentials: what has to be sent, how an answer asks for it (RFC 9110 section 11.6.1), and whether it came. */
const CREDENTIALS: Readonly<
	Record<
		Credentials,
		{ words: string; challenge: string; came(incoming: MockRequest): boolean }
	>
> = {
	bearer: {
		words: "Authorization: Bearer <any token>",
		challenge: "Bearer",
		came: (incoming) =>
			/^bearer +\S/i.test(incoming.header("authorization") ?? ""),
	},
	"api-key": {
		words: "X-API-Key: <any key>",
		challenge: "ApiKey",
		came: (incoming) => (incoming.header("x-api-key") ?? "").trim() !== "",
	},
};

/** Headers without which a status says half of what it has to. */
export function problemHeaders(
	{ problems }: OperationSpec,
	status: number,
	{
		auth,
		seconds,
	}: { auth?: Credentials | undefined; seconds?: number | undefined } = {},
): Record<string, string> {
	if (status === problems.unauthorized || status === 401)
		return { "www-authenticate": CREDENTIALS[auth ?? "bearer"].challenge };
	return status === problems.rateLimited || status === 429
		? { "retry-after": `${seconds ?? 1}` }
		: {};
}

/**
 * Refuses what has no credentials, or comes too often.
 * @param now real monotonic time, in milliseconds
 */
export function checkAccess(
	incoming: MockRequest,
	spec: OperationSpec,
	{ auth, rateLimit }: ActiveScenario,
	now: number,
): Reply | undefined {
	const { unauthorized, rateLimited = 429 } = spec.problems;
	if (auth && unauthorized !== undefined && !CREDENTIALS[auth].came(incoming))
		return {
			...problem(
				"unauthorized",
				unauthorized,
				spec.responses[unauthorized] ?? FAILURE,
				{ words: CREDENTIALS[auth].words },
			),
			headers: problemHeaders(spec, unauthorized, { auth }),
		};
	const seconds = rateLimit?.limit.pass(now) ?? 0;
	if (!rateLimit || seconds === 0) return undefined;
	return {
		...problem(
			"rateLimited",
			rateLimited,
			spec.responses[rateLimited] ?? FAILURE,
			{ words: `${rateLimit.perSecond}` },
		),
		headers: problemHeaders(spec, rateLimited, { seconds }),
	};
}
