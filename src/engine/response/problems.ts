import type { Effect } from "../../faults/fault.ts";
import { PROBLEMS } from "../../schemas/generated/problems.ts";
import { isStoreFull, isStoreUnavailable } from "../../store/backing.ts";
import { findByStatus } from "../../values/http.ts";
import { lowerNames, type Values } from "../../values/json.ts";
import { loadOnce } from "../../values/load-once.ts";
import { describeProblem } from "../../values/validation.ts";
import type {
	Credentials,
	OperationModel,
	Reply,
	ResponseModel,
	Service,
} from "../model/service.ts";
import { formatChallenges, requiredCredentials } from "./credentials.ts";

export type ProblemKind = keyof typeof PROBLEMS;

/** Problems of the mock that may have any status. Their code is the phrase of the status. */
const OF_ANY_STATUS: readonly string[] = ["handler", "fault", "preferred"];

const wordOf = (reason: string): string =>
	reason
		.toLowerCase()
		.replace(/[^a-z]+(.)?/g, (_, next: string = "") => next.toUpperCase());

interface DocumentedProblem {
	readonly status: number;
	/** The reason phrase of the status; the empty string for the phrase of the kind of problem. */
	readonly reason: string;
	readonly writeProblem?: ResponseModel["writeProblem"] | undefined;
	/** The empty string if the response has no body. */
	readonly mediaType?: string;
	/** Present if the document lists the class of the status, or a default response, instead of the status itself. */
	readonly spec?: ResponseModel;
}

/**
 * Returns the documented response of an operation for this kind of problem; undefined if there is none.
 * @param problem the name under which the document lists the status, such as that of a keyword; defaults to the kind
 */
export function findDocumentedProblem(
	kind: ProblemKind | "malformed",
	{ problems, responses }: OperationModel,
	problem: string = kind,
): DocumentedProblem | undefined {
	const isMalformed = kind === "malformed";
	const status =
		problems[problem] ?? (isMalformed ? problems.invalid : undefined);
	const listed = status === undefined ? undefined : responses[status];
	if (status !== undefined && listed) return { ...listed, status };
	const standard = Number(PROBLEMS[isMalformed ? "invalid" : kind].slice(0, 3));
	const spec = findByStatus(responses, standard);
	return spec && { ...spec, status: standard, spec };
}

/** Describes a problem of the mock itself. It depends on no assumption, because the service did not send it. */
export const ownResponse = (reason: string): ResponseModel => ({
	mediaType: "application/problem+json",
	reason,
	assumptions: [],
});

type Parts = readonly [
	facts?: Readonly<Record<string, string | number>>,
	listed?: DocumentedProblem | undefined,
	properties?: Values,
];

/**
 * Creates a problem (RFC 9457) of the type `about:blank`, which adds nothing to the status (section 4.2.1).
 * @param facts the values for the placeholders of the message
 * @param listed the response in the OpenAPI document; if undefined, the problem is the mock's own
 * @param properties additional properties of the body
 */
export const createProblem = (kind: ProblemKind, ...parts: Parts): Reply =>
	composeProblem(PROBLEMS[kind], kind, ...parts);

/**
 * Creates a problem that has its text elsewhere.
 * @param text the status, the title and the message, as in `404 Not Found: {reason}`
 */
export function composeProblem(
	text: string,
	kind: string,
	...[facts = {}, listed, properties = {}]: Parts
): Reply {
	const [, standard, phrase = "", sentence = ""] =
		/^(\d+) (.+?): (.*)/.exec(text) ?? [];
	const { status = Number(standard), writeProblem, mediaType } = listed ?? {};
	const reason = listed?.reason || phrase;
	const spec = listed
		? listed.spec && { ...listed.spec, reason }
		: ownResponse(reason);
	const problem = {
		type: "about:blank",
		title: reason,
		status,
		detail: sentence.replace(/\{(\w+)\}/g, (_, name) => `${facts[name]}`),
		...properties,
	};
	if (mediaType !== "" && !writeProblem)
		return { status, body: problem, spec, problem };
	// The form of the document may have no property for the reason.
	const why = describeProblem(problem);
	const word = properties.errors ? "invalid" : wordOf(reason);
	const code = OF_ANY_STATUS.includes(kind) ? word : kind;
	const body = writeProblem?.(code, problem) ?? "";
	return { status, body, spec, problem, reason: why };
}

const OWN_PARAMETERS = { prefer: "Prefer", session: "Mock-Session" };

/** Rejects a parameter that only the mock has. The response differs clearly from a rejection by the service. */
export function rejectOwnParameter(
	kind: keyof typeof OWN_PARAMETERS,
	reason: string,
): Reply {
	const problem = createProblem(kind, { reason }, undefined, {
		type: "urn:understudy:rejected",
		errors: [{ parameter: OWN_PARAMETERS[kind], detail: reason }],
	});
	return { ...problem, headers: { "mock-error": kind } };
}

/** Whether a handler or a dataset of the user failed. Compares names, because some classes load only if needed. */
export const isOfUser = (error: unknown): error is Error =>
	error instanceof Error && /^(Handler|InvalidRecords)Error$/.test(error.name);

/** Creates the response to a request that failed in the mock itself. */
export function createFailureReply(error: unknown): Reply {
	const isFull = isStoreFull(error);
	if (isFull || isStoreUnavailable(error)) {
		const reply = createProblem("storeFull", { reason: error.message });
		return isFull ? reply : { ...reply, headers: { "retry-after": "1" } };
	}
	return isOfUser(error)
		? createProblem("handler", { reason: error.message })
		: createProblem("failed");
}

/** Returns the headers that are required for this status: a challenge for 401, and a time for 429. */
export function problemHeaders(
	spec: OperationModel,
	status: number,
	{
		auth,
		seconds = 1,
	}: { auth?: Credentials | undefined; seconds?: number } = {},
): Record<string, string> {
	const { problems } = spec;
	if (status === problems.unauthorized || status === 401) {
		const required = requiredCredentials(spec, auth);
		return { "www-authenticate": formatChallenges(required) };
	}
	return status === problems.rateLimited || status === 429
		? { "retry-after": `${seconds}` }
		: {};
}

const loadStatuses = loadOnce(() => import("statuses"));
const loadCheckReply = loadOnce(() => import("./check-reply.ts"));

/** Loads a function that returns the reason phrase of a status. */
export async function loadReasons(): Promise<(status: number) => string> {
	const { default: statuses } = await loadStatuses();
	return (status) => statuses.message[status] ?? `Status ${status}`;
}

export type StatusEffect = Extract<Effect, { kind: "status" }>;

/**
 * Creates the reply for the status of a fault or a preference: the fault's body, an example, or a problem. A body of the
 * fault is checked, unless the fault is forced.
 * @param problem why the mock responds with the status
 */
export async function createStatusReply(
	service: Service,
	spec: OperationModel,
	auth: Credentials | undefined,
	{ status, body, headers: given = {}, force = false }: StatusEffect,
	problem: "fault" | "preferred",
): Promise<Reply> {
	const own = lowerNames(given);
	const headers = { ...problemHeaders(spec, status, { auth }), ...own };
	const exact = spec.responses[status];
	const listed = findByStatus(spec.responses, status);
	const reason = (await loadReasons())(status);
	const written = createProblem(
		problem,
		{ status },
		{ ...listed, status, reason },
	);
	if (listed && body === undefined) {
		const composed = status < 400 ? undefined : written.body;
		return {
			...{ status, headers },
			body: await service.readExample(spec.id, status, composed),
			...(!exact && { spec: { ...listed, reason } }),
		};
	}
	const described = ownResponse(reason);
	const mediaType =
		body === undefined
			? described.mediaType
			: listed?.mediaType || "application/json";
	const reply = {
		...{ status, body: body === undefined ? written.body : body, headers },
		// A status that a client asked the mock for is not an assumption about the service.
		spec: { ...described, mediaType: own["content-type"] ?? mediaType },
	};
	if (body === undefined || force || spec.isUndocumented) return reply;
	const { findReplyViolations } = await loadCheckReply();
	const violations = await findReplyViolations(spec, service, reply);
	// Without a header, because the user has chosen the headers, too.
	return { ...reply, violations };
}
