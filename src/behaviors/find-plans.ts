import type { DocumentParts } from "../document/node.ts";
import { findBehavior, type Plan } from "./find-behaviors.ts";
import { listIdParameters, relatePlans } from "./find-items.ts";
import { inferBody, inferQuery } from "./infer-roles.ts";

/** Finds what the operations do. Where a response has no roles, its form shows them. */
export function findPlans(document: DocumentParts): Plan[] {
	const { operations } = document;
	const known = listIdParameters(operations.map(({ path }) => path));
	const plans = operations.map((each) =>
		findBehavior(document, each, (body, { method, path }, resource) =>
			inferBody(body, method, path, resource, known.get(resource) ?? []),
		),
	);
	return relatePlans(
		plans.map((plan) =>
			plan.isInferred && plan.behavior === "list"
				? { ...plan, query: inferQuery(plan.query) }
				: plan,
		),
	);
}
