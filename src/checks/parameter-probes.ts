import { hasType } from "../document/field.ts";
import type { Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { createRequestProbe } from "./probe.ts";
import type { Subject, Tested } from "./subject.ts";
import { createQuery, createValidRequest } from "./valid-requests.ts";

/** Parameters that are accepted or rejected only because of a keyword of the document, by a name for each. */
function listParameters(
	{ document: { parts } }: Subject,
	{ plan }: Tested,
): Record<string, Readonly<Record<string, unknown>>> {
	const found: Record<string, Readonly<Record<string, unknown>>> = {};
	for (const parameter of plan.operation.parameters) {
		const name = String(parameter.name);
		const field = plan.query.byName.get(name);
		if (parameter.in !== "query" || !field) continue;
		const keywords = { ...field.schema, ...parameter };
		if (keywords["x-repeated"] && hasType(field, "integer"))
			found[`with two of ${name}`] = { [name]: ["1", "2"] };
		if (keywords["x-empty"]) found[`with an empty ${name}`] = { [name]: "" };
	}
	const ownRule = plan.operation.node["x-unknown-parameters"];
	if ((ownRule ?? parts.root["x-unknown-parameters"]) === "rejected")
		found["with an unknown parameter"] = { understudy: "true" };
	return found;
}

/** Creates probes of empty, repeated and unknown parameters, if the document has a keyword about them. */
export const createParameterProbes = (subject: Subject): Probe[] =>
	subject.tested.flatMap((tested) => {
		const { plan, operation } = tested;
		return Object.entries(listParameters(subject, tested)).map(
			([what, values]) => {
				const create = () =>
					buildRequest(operation, {
						...createValidRequest(plan),
						query: createQuery(plan, [], values),
					});
				const { documented } = subject;
				const { status } = documented.expectStatus(operation.id, create());
				return createRequestProbe(tested, what, status, [], create);
			},
		);
	});
