import { readPageForm } from "../behaviors/operation-plan.ts";
import { composeProblem } from "../document/compose-problem.ts";
import { type Field, hasType } from "../document/field.ts";
import type { ViolatingRequest } from "../document/model.ts";
import { child, entries } from "../document/node.ts";
import { readContent } from "../document/read-content.ts";
import { listViolatingRequests } from "../document/violating-requests.ts";
import { isJsonType } from "../values/http.ts";
import { isObject, withValueAt } from "../values/json.ts";
import { buildRequest } from "../verification/operations.ts";
import { readMediaType } from "./creations.ts";
import {
	createInteractions,
	type Exchange,
	type Interaction,
} from "./interaction.ts";
import { like, Matcher, matchValue, newText, regex } from "./matcher.ts";
import { createPageReader, NEVER_ISSUED } from "./page-reader.ts";
import { matchPatterns } from "./pattern-texts.ts";
import {
	isWriting,
	listFreeTexts,
	problemAssumptions,
	replaceTexts,
	type Subject,
	type Tested,
} from "./subject.ts";
import {
	createBody,
	createQuery,
	createValidRequest,
	exampleBody,
} from "./valid-requests.ts";

/** Returns the form of the response to an invalid request. */
function readForm(
	{ document: { parts } }: Subject,
	{ plan: { operation } }: Tested,
	status: number,
): Field | undefined {
	const [, response = {}] =
		operation.responses.find(([each]) => each === `${status}`) ?? [];
	const content = entries(child(parts.resolve(response), "content"));
	return readContent(parts, content);
}

/** Matches a problem that names the invalid place. It may list other errors, too. */
function matchProblem(
	form: Field,
	status: number,
	place: { readonly pointer: string } | { readonly parameter: string },
	reason: string,
): unknown {
	const example = composeProblem(form, "invalid", {
		...{ type: "about:blank", title: reason, status },
		detail: "What is wrong with this request, and what to do about it.",
		errors: [{ ...place, detail: "is required" }],
	});
	const [expected = ""] = Object.values(place);
	const rule = regex(`${expected.replaceAll("/", "\\/")}$`, expected);
	const findPath = (value: unknown): readonly string[] | undefined =>
		value === expected
			? []
			: Object.entries(isObject(value) ? value : {}).flatMap(([name, each]) => {
					const path = findPath(each);
					return path ? [[name, ...path]] : [];
				})[0];
	return matchValue(form, example, (part, value) => {
		if (part === "status" && value === status) return status;
		if (value === expected) return rule;
		const path = Array.isArray(value) ? findPath(value[0]) : undefined;
		if (!path) return undefined;
		const at = ["$", ...path].join(".");
		const rules = { [at]: { combine: "AND", matchers: rule.rules } };
		const variants = [{ index: 0, rules }];
		const item = withValueAt({}, path, expected);
		return new Matcher([item], [{ match: "arrayContains", variants }]);
	});
}

/** Creates an exchange whose response is a problem that names the invalid place. */
function createProblem(
	subject: Subject,
	tested: Tested,
	place: string,
	request: Pick<Exchange, "query" | "body">,
): Exchange | undefined {
	const { operation } = tested;
	const status = operation.problems.invalid;
	const response =
		status === undefined ? undefined : operation.responses[status];
	if (status === undefined || !response) return undefined;
	const { mediaType, reason, isNegotiable } = response;
	const form = isJsonType(mediaType)
		? readForm(subject, tested, status)
		: undefined;
	const at = request.query ? { parameter: place } : { pointer: place };
	return {
		assumptions: problemAssumptions(subject, operation.id, status),
		...request,
		status,
		mediaType: isNegotiable ? undefined : mediaType || undefined,
		...(form && { json: matchProblem(form, status, at, reason) }),
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
	const isReadable = constraint !== "pattern" && typeof expected !== "object";
	return `${subject} violates ${constraint}${isReadable ? ` ${expected}` : ""}`;
}

/** Replaces the texts of the request by new texts of the same length. */
function renew({ plan }: Tested, { request }: ViolatingRequest) {
	const json = "json" in request ? request.json : createBody(plan, []);
	const renewed = replaceTexts(json, listFreeTexts(plan), (text) =>
		newText(`[a-z]{${[...text].length}}`, text),
	);
	const isInBody = "json" in request;
	const body = isInBody ? renewed : matchPatterns(plan, renewed);
	return isInBody ? { body } : { ...request, body };
}

/** Lists requests that each violate one constraint, if the document describes their rejection. */
export function listViolations({
	document: { parts },
	documented,
	tested,
}: Subject): ViolatingRequest[] {
	const examples = new Map(
		tested.map(({ plan }) => [plan.operation, exampleBody(plan)]),
	);
	const operations = parts.operations.map((operation) => {
		const [first, ...others] = operation.requestContent;
		if (!first) return operation;
		const [mediaType, content] = first;
		const filled = { ...content, example: examples.get(operation) };
		return {
			...operation,
			requestContent: [
				[mediaType, filled],
				...others,
			] satisfies typeof operation.requestContent,
		};
	});
	const described = new Set<string>();
	return listViolatingRequests({ ...parts, operations }).filter((each) => {
		const found = tested.find(
			({ operation }) => operation.id === each.operation,
		);
		if (!found) return false;
		const { id } = found.operation;
		const { status, because } = documented.expectStatus(
			id,
			toRequest(found, each),
		);
		const what = `${id} ${describeViolation(each)}`;
		// Some values that are likely to be invalid are valid.
		const isExpected =
			because !== undefined && documented.listStatuses(id).includes(status);
		if (!isExpected || described.has(what)) return false;
		described.add(what);
		return true;
	});
}

/**
 * Creates an interaction for each violation. If the type is wrong, or if the operation only reads, the form of the
 * rejection is compared. Any other violation only refutes the constraint if the service accepts the request.
 */
export const createViolations = (subject: Subject): Interaction[] =>
	listViolations(subject).flatMap((each) => {
		const tested = subject.tested.find(
			({ operation }) => operation.id === each.operation,
		);
		if (!tested) return [];
		const request = renew(tested, each);
		const { assumptions, place, constraint } = each;
		// A service may name the additional property, or the object that contains it.
		const isForm =
			constraint === "type" ||
			(constraint !== "additionalProperties" && !isWriting(tested.plan));
		const exchange = isForm
			? createProblem(subject, tested, place, request)
			: { assumptions, ...request, status: "clientError" as const };
		return exchange
			? createInteractions(tested, { [describeViolation(each)]: exchange })
			: [];
	});

/** Returns a request in the form in which it is sent. */
export const toRequest = (
	{ operation, plan }: Tested,
	{ request }: ViolatingRequest,
): ReturnType<typeof buildRequest> =>
	buildRequest(
		operation,
		"json" in request
			? { query: createQuery(plan), body: request.json }
			: {
					query: createQuery(plan, [], request.query),
					body: createBody(plan, []),
				},
	);

/** Creates interactions with unknown parameters and properties that the document allows. */
export function createUnknownInputs(
	{ documented }: Subject,
	tested: Tested,
): Interaction[] {
	const { plan, operation } = tested;
	if (plan.behavior === "create") return [];
	const valid = createValidRequest(plan, []);
	const isInBody = valid.body !== undefined;
	const body = { ...Object(valid.body), understudy: true };
	const input = isInBody ? { body } : { query: { understudy: "true" } };
	const { because } = documented.expectStatus(
		operation.id,
		buildRequest(operation, {
			...{ ...input, query: createQuery(plan, [], input.query) },
		}),
	);
	const invalid = operation.problems.invalid ?? 0;
	const { status: ids = [] } =
		documented.findResponseAssumptions(operation.id, invalid) ?? {};
	const assumptions = isInBody
		? documented.findRequestAssumptions(operation.id)
		: ids;
	const what = isInBody ? "property" : "parameter";
	const reader = createPageReader(tested);
	const { isJson, mediaType } = readMediaType(tested);
	return because !== undefined ||
		plan.operation.parameters.length + (isInBody ? 1 : 0) === 0
		? []
		: createInteractions(tested, {
				[`with an unknown ${what}`]: {
					...{ assumptions, ...input },
					...(reader && isJson && { mediaType, json: reader.write(like([])) }),
				},
			});
}

/** Creates interactions with empty or repeated parameters, and with a cursor that was never issued. */
export function createInvalidInputs(
	subject: Subject,
	tested: Tested,
): Interaction[] {
	const { plan, operation } = tested;
	const exchanges: Record<string, Exchange | undefined> = {};
	for (const [name, field] of plan.query.properties) {
		const isInQuery = plan.operation.parameters.some(
			(each) => each.name === name && each.in === "query",
		);
		if (!isInQuery || !hasType(field, "integer")) continue;
		const inputs = { [`an empty ${name}`]: "", [`two of ${name}`]: ["1", "2"] };
		for (const [what, value] of Object.entries(inputs)) {
			const query = createQuery(plan, [], { [name]: value });
			const sent = buildRequest(operation, {
				...createValidRequest(plan),
				query,
			});
			const { because } = subject.documented.expectStatus(operation.id, sent);
			if (because !== undefined)
				exchanges[`with ${what}`] = createProblem(subject, tested, name, {
					query: { [name]: value },
					body: createBody(plan, []),
				});
		}
	}
	const reader = createPageReader(tested);
	const cursor = reader?.nameOf("cursor");
	const { takesUnknownCursor } = readPageForm(plan);
	if (
		reader?.takesText("cursor") &&
		cursor !== undefined &&
		!takesUnknownCursor
	) {
		const { query, body } = reader.input({ cursor: NEVER_ISSUED });
		const isInBody = body !== undefined && cursor in body;
		exchanges["with a cursor that was never issued"] = createProblem(
			subject,
			tested,
			isInBody ? `/${cursor}` : cursor,
			isInBody ? { body } : { query },
		);
	}
	return createInteractions(
		tested,
		Object.fromEntries(
			Object.entries(exchanges).filter(
				(entry): entry is [string, Exchange] => entry[1] !== undefined,
			),
		),
	);
}
