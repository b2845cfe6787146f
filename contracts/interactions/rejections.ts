import { MatchersV3 } from "@pact-foundation/pact";
import { violatingRequests } from "../generated/details.ts";
import { names } from "../generated/names.ts";
import { operations } from "../generated/operations.ts";
import { PROBLEM_TYPE, URI_REFERENCE } from "../probes/response-mismatches.ts";
import type { Interaction } from "./interaction.ts";
import { contentType, newText, nonEmpty, stringLike } from "./matchers.ts";

const { problem, bodyError, queryError, zapQuery, zapRequest, auditQuery } =
	names;
const { listZaps, searchAudit } = operations;

type Request = NonNullable<Interaction["request"]>;
type ViolatingRequest = (typeof violatingRequests)[number];

type OperationWithInput = Extract<
	(typeof operations)[keyof typeof operations],
	{ problems: { invalid: number } }
>;

/** Creates an interaction whose response is a problem that names the invalid place. */
function createProblem(
	{ id, problems: { invalid } }: OperationWithInput,
	what: string,
	place: string,
	request: Request,
): Interaction {
	const [location, detail] = request.query
		? [queryError.parameter, queryError.detail]
		: [bodyError.pointer, bodyError.detail];
	return {
		description: `${id}: ${what}`,
		assumptions: ["errors.invalid", "errors.problem"],
		request,
		response: {
			status: invalid,
			headers: contentType(PROBLEM_TYPE),
			json: {
				[problem.type]: stringLike(URI_REFERENCE, "about:blank"),
				[problem.title]: nonEmpty("Bad Request"),
				[problem.status]: invalid,
				[problem.detail]: nonEmpty(
					"What is wrong with this request, and what to do about it.",
				),
				[problem.errors]: MatchersV3.eachLike({
					// Below eachLike, Pact compares a plain string by its type only.
					[location]: MatchersV3.regex(
						`${place.replaceAll("/", "\\/")}$`,
						place,
					),
					[detail]: nonEmpty("is required"),
				}),
			},
		},
	};
}

function describeViolation({
	place,
	constraint,
	expected,
}: ViolatingRequest): string {
	const subject = place === "" ? "the body" : place;
	if (constraint === "not") return `${subject} is forbidden`;
	// A regular expression is not readable in a report.
	const value = constraint === "pattern" ? "" : ` ${expected}`;
	return `${subject} violates ${constraint}${value}`;
}

/** Gives the zap of a request another name each time. */
function renewName({ operation, request }: ViolatingRequest): Request {
	if (operation !== "createZap" || !("json" in request)) return request;
	const { [zapRequest.name]: name } = Object(request.json);
	if (typeof name !== "string" || name === "") return request;
	const renewed = newText(`[a-z]{${[...name].length}}`, name);
	return { json: { ...Object(request.json), [zapRequest.name]: renewed } };
}

/**
 * A wrong type shows the form of the response, and so does every violation of an operation that only reads. Any other
 * violation refutes the constraint if the service accepts it.
 */
const violations = violatingRequests.map((each): Interaction => {
	const { place, constraint, assumptions } = each;
	const request = renewName(each);
	const operation = operations[each.operation];
	const what = describeViolation(each);
	return constraint === "type" || !("audit" in operation)
		? createProblem(operation, what, place, request)
		: {
				description: `${operation.id}: ${what}`,
				assumptions,
				request,
				response: { status: "clientError" },
			};
});

const NEVER_ISSUED = "never-issued";

export const rejections: readonly Interaction[] = [
	...violations,
	createProblem(listZaps, "with an empty limit", zapQuery.limit, {
		query: { [zapQuery.limit]: "" },
	}),
	createProblem(listZaps, "with two limits", zapQuery.limit, {
		query: { [zapQuery.limit]: ["1", "2"] },
	}),
	createProblem(
		listZaps,
		"with a cursor that was never issued",
		zapQuery.cursor,
		{ query: { [zapQuery.cursor]: NEVER_ISSUED } },
	),
	createProblem(
		searchAudit,
		"with a cursor that was never issued",
		`/${auditQuery.cursor}`,
		{ json: { [auditQuery.cursor]: NEVER_ISSUED } },
	),
];
