import { createUnknownId } from "../checks/item.ts";
import { replacePatterns } from "../checks/pattern-texts.ts";
import { isWriting, listFreeTexts, replaceTexts } from "../checks/subject.ts";
import { createBody } from "../checks/valid-requests.ts";
import { type Field, isFreeText } from "../document/field.ts";
import { matches } from "../document/pattern.ts";
import { isObject } from "../values/json.ts";
import {
	chooseRecord,
	createWord,
	listSources,
	type Making,
} from "./known-values.ts";
import type { Operation } from "./operation.ts";
import { findWordForm, type Reference } from "./step.ts";
import {
	createJson,
	isAnything,
	type Varying,
	varyValue,
} from "./vary-value.ts";

/** Properties that are in no document. A service may spell their names in another way. */
const UNKNOWN = ["understudyValue", "understudy_value"];
/** Letters, signs and spaces that a service has to store, write and find unchanged. */
const SPECIAL = ' Ü😀 <&>"%_\\  u\u0308 ';
/** How many days later dates may be than those of the example. */
const MAX_DAYS = 28;

/** Lists the values of a property in responses that have created records. Items of pages may differ by side. */
const listCreated = (
	{ known }: Making,
	...property: [operation: Operation, name: string, field: Field]
): Reference[] =>
	listSources(known, ...property).filter(({ $step }) =>
		known.records.some(({ shown }) => shown.$step === $step),
	);

/** Returns a body that the document allows, with records of the sequence and other values. */
export function createBodyValues(
	making: Making,
	operation: Operation,
): unknown {
	const { subject, choices } = making;
	const { plan, optional } = operation;
	if (!plan.request) return undefined;
	const density = choices.of([0, 0.5, 1]) ?? 0;
	const selected = optional.filter(() => choices.chance(density));
	const made = createBody(plan, selected);
	if (!isObject(made) || !isWriting(plan)) return made;
	const mayRepeat = !("409" in Object(plan.operation.node.responses));
	const createText = () =>
		createWord(
			making,
			undefined,
			choices.chance(0.1) ? { after: SPECIAL } : {},
		);
	const varying: Varying = {
		choices,
		days: choices.chance(0.5) ? choices.below(MAX_DAYS) : 0,
		word: (form) =>
			form ? createWord(making, form.length, form) : createText(),
	};
	const body = Object.fromEntries(
		Object.entries(made).map(([name, value]) => {
			const { place } = plan.references?.get(name) ?? {};
			const origin = subject.origins.get(place ?? "");
			if (origin) {
				const found = chooseRecord(making, origin.resource, origin.creator);
				const isUnknown = origin.creator && choices.chance(0.05);
				return [
					name,
					isUnknown && origin.creator
						? createUnknownId(origin.creator, choices.fraction)
						: (found?.id ?? value),
				];
			}
			const field = plan.request?.byName.get(name);
			if (!field) return [name, value];
			const repeated =
				mayRepeat && isFreeText(field) && choices.chance(0.1)
					? choices.of(listCreated(making, operation, name, field))
					: undefined;
			return [name, repeated ?? varyValue(field, value, varying)];
		}),
	);
	const { isOpen, schema } = plan.request;
	// The document allows this property, and the mock may keep or drop it.
	const isMore =
		isAnything(schema.additionalProperties ?? {}) &&
		choices.chance(isOpen ? 0.15 : 0.04);
	return replacePatterns(
		plan,
		replaceTexts(
			isMore
				? { ...body, [`${choices.of(UNKNOWN)}`]: createJson(choices) }
				: body,
			listFreeTexts(plan),
			createText,
		),
		({ schema: { pattern, minLength = 0, maxLength = Infinity } }) => {
			const form = findWordForm(
				(text) =>
					matches(text, pattern) &&
					text.length >= Number(minLength) &&
					text.length <= Number(maxLength),
			);
			return form && createWord(making, undefined, form);
		},
	);
}
