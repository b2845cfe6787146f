import { isPage } from "../behaviors/operation-plan.ts";
import { createHeaders, createReader } from "../behaviors/replies.ts";
import { readSource } from "../document/compose.ts";
import { composeProblem, findErrors } from "../document/compose-problem.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import type { ViolatingRequest } from "../document/model.ts";
import { child, entries } from "../document/node.ts";
import { readContent } from "../document/read-content.ts";
import { tryParseJson } from "../values/json.ts";
import type { Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { jsonOf, show } from "./page-reader.ts";
import { createProbe, createRequestProbe } from "./probe.ts";
import { describeViolation, toRequest } from "./rejections.ts";
import { isWriting, type Subject, type Tested } from "./subject.ts";
import {
	createNewId,
	createValidRequest,
	selectValid,
	withNewId,
} from "./valid-requests.ts";

/** Returns the assumptions that a wrong form can refute. Leaves out assumptions about the effects of writes. */
function formAssumptions(
	{ documented, document: { plans } }: Subject,
	{ operation: { id, success } }: Tested,
): string[] {
	const found = documented.findResponseAssumptions(id, success);
	if (!found) return [];
	const { status, contentType, headers, body } = found;
	const places = [...Object.values(headers), ...Object.values(body)];
	const written = plans.flatMap(({ operation: { node } }) =>
		[Reflect.get(Object(node["x-audit"]), "x-assumption")].flat(),
	);
	return [...new Set([status, contentType, ...places].flat())].filter(
		(each) => !written.includes(each),
	);
}

/**
 * Returns a function that compares headers with a known value: constants, and templates whose placeholders occur in
 * the request or in the body of the response.
 */
function createHeaderCheck({
	plan,
}: Tested): Parameters<typeof createRequestProbe>[5] {
	const headersOf = createHeaders(plan.response);
	if (!headersOf) return undefined;
	const { body, behavior } = plan;
	const readInput = createReader(plan);
	return (response, { path, body: sent = "" }) => {
		const query = Object.fromEntries(
			new URLSearchParams(path.split("?")[1] ?? ""),
		);
		const asked = readInput({ query, body: tryParseJson(`${sent}`) });
		const shown = body && readSource(body, jsonOf(response));
		// The response of an example has no roles.
		const roles =
			behavior === "example" ? {} : { ...asked.roles, ...shown?.roles };
		return Object.entries(headersOf({ roles, named: {} })).flatMap(
			([name, expected]) => {
				const actual = response.headers[name] ?? "missing";
				// The link to the next page has several valid spellings. Probes of pages follow it instead.
				const isFollowed = isPage(plan) && name === "link";
				return isFollowed || actual === expected
					? []
					: [createMismatch(`header ${name}`, expected, actual)];
			},
		);
	};
}

/** Creates probes of the form of each response, with the example request of the document. */
export const createFormProbes = (subject: Subject): Probe[] =>
	subject.tested
		.filter(({ plan }) => plan.behavior !== "metrics")
		.map((each) =>
			createRequestProbe(
				each,
				"the example of the document",
				each.operation.success,
				formAssumptions(subject, each),
				() => buildRequest(each.operation, createValidRequest(each.plan)),
				createHeaderCheck(each),
			),
		);

/** Returns a function that requires a rejection to name the invalid place, if the document has a list of such places. */
function createPlaceCheck(
	{ document: { parts } }: Subject,
	{ plan: { operation } }: Tested,
	invalid: number,
	{ place, constraint, request }: ViolatingRequest,
): Parameters<typeof createRequestProbe>[5] {
	const [, response = {}] =
		operation.responses.find(([status]) => status === `${invalid}`) ?? [];
	const content = entries(child(parts.resolve(response), "content"));
	const form = readContent(parts, content);
	const list = form && findErrors(form);
	const [name = ""] = form?.properties.find(([, each]) => each === list) ?? [];
	if (!form?.required.includes(name)) return undefined;
	const key = "query" in request ? "parameter" : "pointer";
	const example = composeProblem(form, "invalid", {
		errors: [{ [key]: place }],
	});
	const end = `${place}"`;
	// A service may name the additional property, or the object that contains it.
	const isOther = constraint === "additionalProperties";
	if (isOther || !show(example).includes(end)) return undefined;
	return (rejection) =>
		show(jsonOf(rejection)).includes(end)
			? []
			: [createMismatch(`$.${name}`, `an error at ${place}`, "others")];
}

/** Keywords for values that have the right type. */
const OF_VALUES = /^(min|max)|^(pattern|format|enum|const)$/;

/**
 * Creates probes of the form of rejections, because Pact accepts any 4xx: for each operation that writes, one for a value of
 * another type and one for a value that violates a rule; for an operation that only reads, one for each violation.
 */
export const createRejectionProbes = (
	subject: Subject,
	violating: readonly ViolatingRequest[],
): Probe[] =>
	subject.tested.flatMap((each) => {
		const { id, problems } = each.operation;
		const { invalid } = problems;
		const own = violating.filter(({ operation }) => operation === id);
		if (invalid === undefined) return [];
		const probe = (what: string, violation: ViolatingRequest): Probe => {
			const write = () => toRequest(each, violation);
			const { status } = subject.documented.expectStatus(id, write());
			return createRequestProbe(
				each,
				what,
				status,
				subject.problemAssumptions(id, status),
				write,
				createPlaceCheck(subject, each, status, violation),
			);
		};
		if (!isWriting(each.plan))
			return own.map((one) =>
				probe(`the form of the rejection if ${describeViolation(one)}`, one),
			);
		// The place of a body as a whole is the empty text, which every text ends with.
		const inner = own.filter(({ place }) => place !== "");
		const typed = inner.find(({ constraint }) => constraint === "type");
		const first = typed ?? own[0];
		// A service may read a body before it validates the values.
		const ruled =
			typed && inner.find(({ constraint }) => OF_VALUES.test(constraint));
		return [
			...(first ? [probe("the form of a rejection", first)] : []),
			...(ruled ? [probe("the form of the rejection of a value", ruled)] : []),
		];
	});

const CONFLICT = 409;

/** Creates a probe that creates a record with the id of another one, if clients may choose ids. */
function createTakenProbe({ documented }: Subject, creator: Tested): Probe[] {
	const { operation, plan } = creator;
	const ids = Object.keys(createNewId(plan));
	return selectValid(documented, creator, ids).map((name) =>
		createProbe(
			creator,
			`with the ${name} of another record`,
			documented.findRequestAssumptions(operation.id),
			async (send, call, compare) => {
				const [first, input] = [1, 2].map(() =>
					createValidRequest(plan, [name]),
				);
				await call(operation.id, first);
				const { [name]: taken } = Object(first?.body);
				const body = { ...Object(input?.body), [name]: taken };
				const repeated = buildRequest(operation, { ...input, body });
				return compare(repeated, await send(repeated));
			},
		),
	);
}

/** Creates probes that create two records from the same request or id, unless the document describes a conflict. */
export const createRepeatProbes = (
	subject: Subject,
	creators: readonly Tested[],
): Probe[] =>
	creators
		.filter(({ operation }) => !(CONFLICT in operation.responses))
		.flatMap((creator) => {
			const { operation, plan } = creator;
			const request = () => createValidRequest(plan);
			const repeat = createProbe(
				creator,
				"with the same values as another record",
				subject.documented.findRequestAssumptions(operation.id),
				async (send, call, compare) => {
					const input = request();
					await call(operation.id, input);
					const body = withNewId(plan, input.body);
					const repeated = buildRequest(operation, { ...input, body });
					return compare(repeated, await send(repeated));
				},
			);
			return [repeat, ...createTakenProbe(subject, creator)];
		});
