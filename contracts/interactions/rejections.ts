import { MatchersV3 } from "@pact-foundation/pact";
import { violatingRequests } from "../generated/details.ts";
import { names } from "../generated/names.ts";
import { operations, unmatchedResponses } from "../generated/operations.ts";
import {
	contentType,
	createInteractions,
	type Exchange,
	type Interaction,
	newText,
	nonEmpty,
	stringLike,
} from "./interaction.ts";

const { problem, bodyError, queryError, zapRequest, auditQuery } = names;
const { limit, cursor } = names.zapQuery;
/** The status is the same for every operation with input. */
const INVALID = operations.listZaps.problems.invalid;

/** Matches a URI reference (RFC 3986). The empty string is one too. */
const URI_REFERENCE =
	"([A-Za-z0-9._~:\\/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";

type Request = Pick<Exchange, "query" | "body">;
type ViolatingRequest = (typeof violatingRequests)[number];

/** Creates an exchange whose response is a problem that names the invalid place. */
function createProblem(place: string, request: Request): Exchange {
	const [location, detail] = request.query
		? [queryError.parameter, queryError.detail]
		: [bodyError.pointer, bodyError.detail];
	const pattern = `${place.replaceAll("/", "\\/")}$`;
	return {
		assumptions: ["errors.invalid", "errors.problem"],
		...request,
		status: INVALID,
		headers: contentType(unmatchedResponses.unknownPath.mediaType),
		json: {
			[problem.type]: stringLike(URI_REFERENCE, "about:blank"),
			[problem.title]: nonEmpty("Bad Request"),
			[problem.status]: INVALID,
			[problem.detail]: nonEmpty(
				"What is wrong with this request, and what to do about it.",
			),
			[problem.errors]: MatchersV3.eachLike({
				// Below eachLike, Pact compares a plain string by its type only.
				[location]: MatchersV3.regex(pattern, place),
				[detail]: nonEmpty("is required"),
			}),
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
	if ("query" in request) return request;
	const body = Object(request.json);
	const { [zapRequest.name]: name } = body;
	if (operation !== "createZap" || typeof name !== "string" || name === "")
		return { body: request.json };
	const renewed = newText(`[a-z]{${[...name].length}}`, name);
	return { body: { ...body, [zapRequest.name]: renewed } };
}

/**
 * A wrong type shows the form of the response, and so does every violation of an operation that only reads. Any other
 * violation refutes the constraint if the service accepts it.
 */
const violations = violatingRequests.flatMap((each) => {
	const { operation, place, constraint, assumptions } = each;
	const request = renewName(each);
	const isReading = !("audit" in operations[operation]);
	return createInteractions(operation, {
		[describeViolation(each)]:
			constraint === "type" || isReading
				? createProblem(place, request)
				: { assumptions, ...request, status: "clientError" },
	});
});

const NEVER_ISSUED = "never-issued";

export const rejections: readonly Interaction[] = [
	...violations,
	...createInteractions("listZaps", {
		"with an empty limit": createProblem(limit, { query: { [limit]: "" } }),
		"with two limits": createProblem(limit, { query: { [limit]: ["1", "2"] } }),
		"with a cursor that was never issued": createProblem(cursor, {
			query: { [cursor]: NEVER_ISSUED },
		}),
	}),
	...createInteractions("searchAudit", {
		"with a cursor that was never issued": createProblem(
			`/${auditQuery.cursor}`,
			{ body: { [auditQuery.cursor]: NEVER_ISSUED } },
		),
	}),
];
