import type { ViolatingRequest } from "../document/model.ts";
import { listViolatingRequests } from "../document/violating-requests.ts";
import { buildRequest } from "../verification/operations.ts";
import { createInteractions, type Interaction } from "./interaction.ts";
import { newText } from "./matcher.ts";
import { matchPatterns } from "./pattern-texts.ts";
import {
	listFreeTexts,
	replaceTexts,
	type Subject,
	type Tested,
} from "./subject.ts";
import { createBody, createQuery, exampleBody } from "./valid-requests.ts";

export function describeViolation({
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

/** Creates an interaction for each violation. If the service accepts the request, this refutes the constraint. */
export const createViolations = (subject: Subject): Interaction[] =>
	listViolations(subject).flatMap((each) => {
		const tested = subject.tested.find(
			({ operation }) => operation.id === each.operation,
		);
		if (!tested) return [];
		const { assumptions } = each;
		const exchange = { assumptions, ...renew(tested, each) };
		return createInteractions(tested, {
			[describeViolation(each)]: { ...exchange, status: "clientError" },
		});
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
