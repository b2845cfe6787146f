import type { Effect } from "../../faults/fault.ts";
import { loadOnce } from "../../values/load-once.ts";
import type {
	Credentials,
	OperationModel,
	Reply,
	Service,
} from "../model/service.ts";
import { createProblem, ownResponse } from "./problems.ts";

/** RFC 9110 section 11.6.1. */
const CHALLENGES: Readonly<Record<Credentials, string>> = {
	bearer: "Bearer",
	"api-key": "ApiKey",
};

/** Returns the headers that a response with this status has to have: a challenge for 401, a time for 429. */
export function problemHeaders(
	{ problems }: OperationModel,
	status: number,
	{
		auth = "bearer",
		seconds = 1,
	}: { auth?: Credentials | undefined; seconds?: number } = {},
): Record<string, string> {
	if (status === problems.unauthorized || status === 401)
		return { "www-authenticate": CHALLENGES[auth] };
	return status === problems.rateLimited || status === 429
		? { "retry-after": `${seconds}` }
		: {};
}

const loadStatuses = loadOnce(() => import("statuses"));

export type StatusEffect = Extract<Effect, { kind: "status" }>;

/** Replies with the example that the OpenAPI document has for the status. */
async function createExampleReply(
	{ examples }: Service,
	spec: OperationModel,
	auth: Credentials | undefined,
	status: number,
): Promise<Reply> {
	const { [spec.id]: byStatus = {} } = await examples();
	return {
		status,
		body: byStatus[status],
		headers: problemHeaders(spec, status, { auth }),
	};
}

/**
 * Replies with the status of a fault or of a preference: with the fault's body, the document's example, or a problem.
 * @param problem why the mock responds with a status that the operation does not list
 */
export async function createStatusReply(
	service: Service,
	spec: OperationModel,
	auth: Credentials | undefined,
	{ status, body, headers: given = {} }: StatusEffect,
	problem: "fault" | "preferred",
): Promise<Reply> {
	const own = Object.fromEntries(
		Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
	);
	const headers = { ...problemHeaders(spec, status, { auth }), ...own };
	const listed = spec.responses[status];
	if (listed && body === undefined)
		return {
			...(await createExampleReply(service, spec, auth, status)),
			headers,
		};
	const { default: statuses } = await loadStatuses();
	const described = ownResponse(statuses.message[status] ?? `Status ${status}`);
	const reply =
		body === undefined
			? createProblem(problem, { status }, { status, reason: described.reason })
			: { status, body };
	const mediaType =
		body === undefined
			? described.mediaType
			: (listed?.mediaType ?? "application/json");
	return {
		...reply,
		headers,
		// A status that the mock was told to send is no assumption about the service.
		spec: { ...described, mediaType: own["content-type"] ?? mediaType },
	};
}
