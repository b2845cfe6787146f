import type { HeaderList, Violation } from "../../journal/entry.ts";
import { toHeaderValue } from "../../values/http.ts";
import type { OperationModel, Reply } from "../model/service.ts";
import { listOtherPreferences } from "../request/preference.ts";
import type { MockRequest } from "../request/request.ts";
import { createProblem } from "../response/problems.ts";
import { renderOwn } from "../response/response.ts";
import type {
	ActiveForward,
	ForwardCheck,
	ForwardedExchange,
	ForwardedRequest,
	ForwardedResponse,
	ForwardFailure,
	ForwardOutcome,
	ForwardRequest,
} from "./forwarder.ts";

/** Shared, because counters use the identity of this array as their key. */
const NO_ASSUMPTIONS: readonly string[] = [];
const NOTHING: ForwardCheck = {
	violations: [],
	unchecked: "The service did not respond.",
	text: "",
};

const headersFor = (
	{ id }: OperationModel,
	{ lostHeaders = [] }: ActiveForward,
	{ length }: readonly Violation[],
): Record<string, string> => ({
	"mock-forwarded": toHeaderValue(id),
	...(lostHeaders.length > 0 && {
		"mock-lost-headers": lostHeaders.join(", "),
	}),
	...(length > 0 && { "mock-violations": `${length}` }),
});

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

/** Lets a real service respond to a request, in the same way as `respond` of a `Forwarder`. */
export async function forwardOperation(
	forward: (
		request: ForwardRequest,
	) => Promise<ForwardedResponse | ForwardFailure>,
	{ target, body }: ForwardedRequest,
	exchange: ForwardedExchange,
): Promise<ForwardOutcome> {
	const { operation: spec, request } = exchange;
	const { method } = request;
	const { url, strict } = target;
	const reject = (problem: Reply, check: ForwardCheck): ForwardOutcome => {
		const headers = headersFor(spec, target, check.violations);
		return { check, response: renderOwn({ ...problem, headers }, method) };
	};
	if (body === "incomplete") {
		const reason = "the client did not send the whole body";
		const facts = { operation: spec.id, url, reason };
		return reject(createProblem("badGateway", facts), NOTHING);
	}
	const result = await forward({
		...exchange,
		...{ method, body, target },
		headers: removeOwnPreferences(request),
		isComplete: exchange.isComplete || strict,
	});
	if ("failure" in result) {
		const { failure, reason } = result;
		const facts = { operation: spec.id, url, reason };
		return reject(createProblem(failure, facts), NOTHING);
	}
	const { status, reason, cookies, body: content, check } = result;
	const violations = "then" in check ? [] : check.violations;
	if (strict && violations.length > 0 && !("then" in check)) {
		if (content instanceof ReadableStream) content.cancel().catch(() => {});
		const { length } = violations;
		const places = length === 1 ? "one place" : `${length} places`;
		const facts = { url, status, places };
		const properties = { violations };
		return reject(
			createProblem("violation", facts, undefined, properties),
			check,
		);
	}
	const headers = {
		...result.headers,
		...headersFor(spec, target, violations),
	};
	const assumptions = NO_ASSUMPTIONS;
	return {
		check,
		response: { status, reason, headers, cookies, body: content, assumptions },
	};
}
