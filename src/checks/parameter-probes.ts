import { readPageForm } from "../behaviors/operation-plan.ts";
import { hasType } from "../document/field.ts";
import type { Values } from "../values/json.ts";
import type { OutgoingRequest, Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { createPageReader, NEVER_ISSUED } from "./page-reader.ts";
import { createRequestProbe } from "./probe.ts";
import type { Subject, Tested } from "./subject.ts";
import { createQuery, createValidRequest } from "./valid-requests.ts";

/** Lists unusual values of parameters, by a name for each. */
function listParameters({ plan }: Tested): Record<string, Values> {
	const found: Record<string, Values> = {
		"with an unknown parameter": { understudy: "true" },
	};
	for (const parameter of plan.operation.parameters) {
		const name = String(parameter.name);
		const field = plan.query.byName.get(name);
		if (parameter.in !== "query" || !field) continue;
		const isInteger = hasType(field, "integer");
		if (isInteger) found[`with two of ${name}`] = { [name]: ["1", "2"] };
		if (isInteger || field.schema["x-empty"] || parameter["x-empty"])
			found[`with an empty ${name}`] = { [name]: "" };
	}
	return found;
}

/** Creates probes of empty, repeated and unknown parameters. The document says whether a service rejects them. */
function createParameterProbesOf(subject: Subject, tested: Tested): Probe[] {
	const { documented } = subject;
	const { plan, operation } = tested;
	const { id, problems } = operation;
	return Object.entries(listParameters(tested)).flatMap(([what, values]) => {
		const create = () =>
			buildRequest(operation, {
				...createValidRequest(plan, []),
				query: createQuery(plan, [], values),
			});
		const { status, because } = documented.expectStatus(id, create());
		const isUnknown = "understudy" in values;
		const hasOthers = plan.operation.parameters.length > 0 && !plan.request;
		const isRejected = because !== undefined;
		if (isUnknown && !isRejected && !hasOthers) return [];
		// The document may not say how the service rejects them.
		if (isRejected && !documented.listStatuses(id).includes(status)) return [];
		// The rule for unknown parameters belongs to the rejection of invalid ones.
		const { status: rule = [] } =
			documented.findResponseAssumptions(id, problems.invalid ?? 0) ?? {};
		const ids = isRejected ? subject.problemAssumptions(id, status) : rule;
		return [createRequestProbe(tested, what, status, ids, create)];
	});
}

/** Creates a probe of a property that the document allows, although it does not name it. */
function createPropertyProbes(
	{ documented }: Subject,
	tested: Tested,
): Probe[] {
	const { plan, operation } = tested;
	if (plan.behavior === "create" || !plan.request) return [];
	const create = (): OutgoingRequest => {
		const { body, ...others } = createValidRequest(plan, []);
		const more = { ...Object(body), understudy: true };
		return buildRequest(operation, { ...others, body: more });
	};
	const { status, because } = documented.expectStatus(operation.id, create());
	const ids = documented.findRequestAssumptions(operation.id);
	return because === undefined
		? [
				createRequestProbe(
					tested,
					"with an unknown property",
					status,
					ids,
					create,
				),
			]
		: [];
}

/** Creates a probe of a cursor that was never issued. The document says whether a service rejects it. */
function createCursorProbes(subject: Subject, tested: Tested): Probe[] {
	const reader = createPageReader(tested);
	const { id, problems, success } = tested.operation;
	const { takesUnknownCursor } = readPageForm(tested.plan);
	const status = takesUnknownCursor ? success : problems.invalid;
	if (!reader?.takesText("cursor") || !status) return [];
	return [
		createRequestProbe(
			tested,
			"with a cursor that was never issued",
			status,
			takesUnknownCursor
				? subject.documented.findRequestAssumptions(id)
				: subject.problemAssumptions(id, status),
			() => reader.request({ cursor: NEVER_ISSUED }),
		),
	];
}

/** Creates probes of parameters and properties that no rule of a schema describes. */
export const createParameterProbes = (subject: Subject): Probe[] =>
	subject.tested.flatMap((each) => [
		...createParameterProbesOf(subject, each),
		...createPropertyProbes(subject, each),
		...createCursorProbes(subject, each),
	]);
