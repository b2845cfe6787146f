import { isWriting } from "../checks/subject.ts";
import { createBody } from "../checks/valid-requests.ts";
import { isObject } from "../values/json.ts";
import {
	chooseId,
	chooseRecent,
	createWord,
	listShown,
	listSources,
	type Making,
} from "./known-values.ts";
import type { Operation } from "./operation.ts";
import {
	createJson,
	isAnything,
	type Varying,
	varyValue,
} from "./vary-value.ts";

/** Properties that are in no document. A service may spell their names in another way. */
const UNKNOWN = ["understudyValue", "understudy_value"];
/** How many days later dates may be than those of the example. */
const MAX_DAYS = 28;

/** Returns a body that the document allows, with records of the sequence and other values. */
export function createBodyValues(
	making: Making,
	operation: Operation,
): unknown {
	const { choices, known, subject } = making;
	const { plan, optional } = operation;
	if (!plan.request) return undefined;
	// Items of pages may be others on the other side.
	const shown = listShown(known, operation).filter(
		(each) => !each.operation.page,
	);
	const density = choices.of([0, 0.5, 1]) ?? 0;
	const selected = optional.filter(() => choices.chance(density));
	const made = createBody(plan, selected);
	if (!isObject(made) || !isWriting(plan)) return made;
	const isUnique = "409" in Object(plan.operation.node.responses);
	const varying: Varying = {
		...{ choices, isUnique },
		days: choices.chance(0.5) ? choices.below(MAX_DAYS) : 0,
		word: (form) => createWord(making, form),
	};
	const body = Object.fromEntries(
		Object.entries(made).map(([name, value]) => {
			const { place = "" } = plan.references?.get(name) ?? {};
			const origin = subject.origins.get(place);
			if (origin) return [name, chooseId(making, origin) ?? value];
			const field = plan.request?.byName.get(name);
			if (!field) return [name, value];
			const repeated =
				!isUnique && choices.chance(0.1)
					? chooseRecent(choices, listSources(known, shown, name, field))
					: undefined;
			return [name, repeated ?? varyValue(field, value, varying)];
		}),
	);
	const { isOpen, schema } = plan.request;
	// The document allows this property, and the mock may keep or drop it.
	const isMore =
		isAnything(schema.additionalProperties ?? {}) &&
		choices.chance(isOpen ? 0.15 : 0.04);
	if (isMore) body[`${choices.of(UNKNOWN)}`] = createJson(choices);
	return body;
}
