import type { Behavior } from "../behaviors/operation-plan.ts";
import type { Subject } from "../checks/subject.ts";
import { createChoices } from "./choices.ts";
import { createStep } from "./create-step.ts";
import {
	addKnownValues,
	createKnownValues,
	MissingRecord,
} from "./known-values.ts";
import { fillRequest, type Operation } from "./operation.ts";
import type { MockSession } from "./sides.ts";
import { type Step, Unfillable } from "./step.ts";

/** The relative frequency of each operation. */
const WEIGHTS: Readonly<Record<Behavior, number>> = {
	...{ create: 5, list: 5, search: 6, get: 3, replace: 3, update: 3 },
	...{ remove: 2, metrics: 1, example: 1 },
};

/** The maximum depth of records that need other records. */
const MAX_DEPTH = 5;
const TAG = "generated";

/**
 * Returns the sequence of a seed. It depends only on the document, not on the service. The mock plays it meanwhile,
 * because later requests use earlier responses.
 */
export async function generateSequence(
	subject: Subject,
	operations: readonly Operation[],
	session: MockSession,
	{ seed, length }: { readonly seed: number; readonly length: number },
): Promise<Step[]> {
	const choices = createChoices(seed);
	const known = createKnownValues();
	const making = { subject, known, choices };
	const byId = new Map(operations.map((each) => [each.operation.id, each]));
	// A sequence with fewer operations tests them more deeply.
	const isFocused = choices.chance(0.6);
	const creators = operations.filter(({ plan }) => plan.behavior === "create");
	const resource = choices.of(creators)?.plan.resource;
	const other = choices.of(creators);
	const chosen = operations.filter(
		(each) =>
			!isFocused ||
			resource === undefined ||
			each.plan.resource === resource ||
			each.plan.behavior === "search" ||
			each === other,
	);
	const weighted = chosen.flatMap((each) =>
		Array<Operation>(WEIGHTS[each.plan.behavior]).fill(each),
	);
	const steps: Step[] = [];

	function create(operation: Operation, depth = 0): Step | undefined {
		try {
			return { id: steps.length, ...createStep(making, operation) };
		} catch (error) {
			if (!(error instanceof MissingRecord)) throw error;
			const creator = byId.get(error.creator.operation.id);
			return creator && depth < MAX_DEPTH
				? create(creator, depth + 1)
				: undefined;
		}
	}
	for (let tries = 0; steps.length < length && tries < 2 * length; tries++) {
		const page = known.pages.at(-1)?.step;
		const first =
			page && page === steps.at(-1) && choices.chance(0.4)
				? byId.get(page.operation)
				: choices.of(weighted);
		const step = first && create(first);
		const operation = step && byId.get(step.operation);
		if (!operation) continue;
		try {
			const filling = { tag: TAG, seen: known.seen };
			const request = fillRequest(operation, step, filling);
			const response = await session.send(operation.operation, request);
			addKnownValues(known, operation, step, response);
			steps.push(step);
		} catch (error) {
			if (!(error instanceof Unfillable)) throw error;
		}
	}
	return steps;
}
