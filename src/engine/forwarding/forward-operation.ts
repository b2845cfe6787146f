import type { RequestBody } from "../../document/validate-request.ts";
import type { HeaderList, Violation } from "../../journal/entry.ts";
import type { OperationModel, Reply } from "../model/service.ts";
import { listOtherPreferences } from "../request/preference.ts";
import type { BodyStart, MockRequest } from "../request/request.ts";
import { createProblem } from "../response/problems.ts";
import type { MockResponse } from "../response/response.ts";
import type { Operation } from "../routing/operation.ts";
import type { Match } from "../routing/router.ts";
import type {
	ActiveForward,
	ForwardCheck,
	ForwardedResponse,
} from "./forwarder.ts";
import { CANNOT_FORWARD, type Forwarding } from "./forwarding.ts";

/** A request that a real service responds to. */
export interface ForwardedRequest {
	readonly target: ActiveForward;
	/** `incomplete` if the client did not send all of it. */
	readonly body: BodyStart | "incomplete";
}

/** The response of a real service, or the reply of the mock instead of it. */
export type ForwardOutcome = {
	readonly check: ForwardCheck | Promise<ForwardCheck>;
} & (
	| { readonly response: MockResponse; readonly reply?: never }
	| { readonly response?: never; readonly reply: Reply }
);

/** Shared, since counters are keyed by this array's identity. */
const NO_ASSUMPTIONS: readonly string[] = [];
const NOTHING: ForwardCheck = { violations: [], text: "" };

const headersFor = (
	{ id }: OperationModel,
	{ lostHeaders = [] }: ActiveForward,
	violations: readonly Violation[],
): Record<string, string> => ({
	"mock-forwarded": id,
	...(lostHeaders.length > 0 && {
		"mock-lost-headers": lostHeaders.join(", "),
	}),
	...(violations.length > 0 && { "mock-violations": `${violations.length}` }),
});

function rejectViolations(
	spec: OperationModel,
	target: ActiveForward,
	{ status, cookies: _, body }: ForwardedResponse,
	check: ForwardCheck,
): ForwardOutcome {
	if (body instanceof ReadableStream) body.cancel().catch(() => {});
	const { violations } = check;
	const { length } = violations;
	const { url } = target;
	const problem = createProblem(
		"violation",
		{ url, status, places: length === 1 ? "one place" : `${length} places` },
		undefined,
		{ violations },
	);
	return {
		check,
		reply: { ...problem, headers: headersFor(spec, target, violations) },
	};
}

/** Returns the headers without the preferences that the mock applies itself. */
function removeOwnPreferences(request: MockRequest): HeaderList {
	const prefer = request.header("prefer");
	const list = request.headers();
	if (prefer === null) return list;
	const others = list.flatMap((name, index) =>
		index % 2 === 1 || name.toLowerCase() === "prefer"
			? []
			: [name, list[index + 1] ?? ""],
	);
	const left = listOtherPreferences(prefer);
	return left === "" ? others : [...others, "prefer", left];
}

interface Received {
	readonly request: MockRequest;
	readonly match: Match;
	readonly body: RequestBody;
}

/**
 * Lets a real service respond to a request.
 * @param isComplete whether to wait for the end of a slow response body
 */
export async function forwardOperation(
	{ load }: Forwarding,
	{ spec, validateInput }: Operation,
	{ request, match, ...received }: Received,
	{ target, body }: ForwardedRequest,
	isComplete: boolean,
): Promise<ForwardOutcome> {
	if (!load) throw new Error(CANNOT_FORWARD);
	const forwarder = await load();
	const { url, strict } = target;
	const { search } = match.address;
	const input = validateInput(request, search, received.body);
	const result =
		body === "incomplete"
			? ({
					failure: "badGateway",
					reason: "the client did not send the whole body",
				} as const)
			: await forwarder.forward({
					operation: spec,
					request,
					method: request.method,
					search,
					headers: removeOwnPreferences(request),
					body,
					target,
					rejection: "rejection" in input ? input.rejection : undefined,
					isComplete: isComplete || strict,
					signal: request.signal(),
				});
	if ("failure" in result) {
		const { failure, reason } = result;
		const problem = createProblem(failure, { operation: spec.id, url, reason });
		return {
			check: NOTHING,
			reply: { ...problem, headers: headersFor(spec, target, []) },
		};
	}
	const { status, reason, headers, cookies, check } = result;
	const violations = "then" in check ? [] : check.violations;
	if (strict && violations.length > 0 && !("then" in check))
		return rejectViolations(spec, target, result, check);
	return {
		check,
		response: {
			status,
			reason,
			headers: { ...headers, ...headersFor(spec, target, violations) },
			cookies,
			body: result.body,
			assumptions: NO_ASSUMPTIONS,
		},
	};
}
