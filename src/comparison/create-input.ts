import { NEVER_ISSUED } from "../checks/page-reader.ts";
import { isWriting } from "../checks/subject.ts";
import { createBody, createQueryValues } from "../checks/valid-requests.ts";
import { type Field, isFreeText } from "../document/field.ts";
import { matches } from "../document/pattern.ts";
import { isObject, valueAt } from "../values/json.ts";
import {
	chooseId,
	chooseRecent,
	createWord,
	isRange,
	listShown,
	listSources,
	type Making,
	type ShownRecord,
} from "./known-values.ts";
import { type Operation, setInput, withInput } from "./operation.ts";
import { type Change, changeText, type Step } from "./step.ts";
import {
	createJson,
	isAnything,
	type Varying,
	varyValue,
} from "./vary-value.ts";

/** The roles of inputs that select a page, and do not affect which items exist. */
export const PAGING: ReadonlySet<string> = new Set([
	"limit",
	"cursor",
	"offset",
	"page",
]);
/** Changes of texts that a service must not take for the text itself. */
const OTHER: readonly Change[] = [
	...(["shorter", "upper", "spaced", "underscore"] as const),
	...(["percent", "dot", "star"] as const),
];
/** Changes for a search, which ignores case. An id without its last character may be a part of other ids of one side. */
const SEARCHED: readonly Change[] = [
	...(["lower", "upper", "part", "lower", "upper", "part"] as const),
	...OTHER.filter((each) => each !== "shorter"),
];

/** Chooses a value for a condition: a value of a record, or a similar one. */
function chooseCondition(
	{ known, choices }: Making,
	operation: Operation,
	name: string,
	field: Field,
	record: ShownRecord | undefined,
): unknown {
	const { role, schema } = field;
	if (Array.isArray(schema.enum)) return choices.of(schema.enum);
	// The end of a range does not belong to it.
	const isOfRecord = record && !isRange(field) && choices.chance(0.7);
	const shown = isOfRecord ? [record] : listShown(known, operation, role);
	const source = chooseRecent(choices, listSources(known, shown, name, field));
	const isText = role === "text";
	const same = isFreeText(field) ? OTHER : (["zone"] as const);
	const change = choices.of<Change>(isText ? SEARCHED : same);
	if (!source || !change || choices.chance(isText ? 0.5 : 0.8)) return source;
	const value = valueAt(known.seen.get(source.$step), ...source.at);
	const isAllowed = matches(`${changeText(value, change)}`, schema.pattern);
	return isAllowed ? { ...source, change } : source;
}

const MAX_SMALL = 3;

function choosePaging({ choices }: Making, { role, schema }: Field): unknown {
	if (role === "limit") {
		if (choices.chance(0.1) && schema.maximum !== undefined)
			return schema.maximum;
		return choices.chance(0.75) ? 1 + choices.below(MAX_SMALL) : undefined;
	}
	if (role === "cursor") return choices.chance(0.03) ? NEVER_ISSUED : undefined;
	if (choices.chance(0.6)) return undefined;
	return Number(schema.minimum ?? 0) + choices.below(MAX_SMALL);
}

/** Chooses the conditions and the page of a request. */
export function createPageInput(
	making: Making,
	operation: Operation,
): Pick<Step, "query" | "body"> {
	const { choices } = making;
	const { plan } = operation;
	const { query, request } = plan;
	const inputs = [...query.properties, ...(request?.properties ?? [])].filter(
		([name]) =>
			!plan.operation.parameters.some(
				(each) => each.name === name && each.in !== "query",
			),
	);
	const isPaging = ({ role }: Field): boolean => PAGING.has(role ?? "");
	const count = inputs.filter(([, field]) => !isPaging(field)).length;
	// Only a few conditions, so that several records match.
	const density = (choices.of([0, 1, 1, 2, 2, 2]) ?? 0) / Math.max(count, 1);
	let input: Pick<Step, "query" | "body"> = {
		query: createQueryValues(plan),
		body: request && createBody(plan, []),
	};
	const record = chooseRecent(choices, listShown(making.known, operation));
	for (const [name, field] of inputs) {
		if (!isPaging(field) && !choices.chance(density)) continue;
		const value = isPaging(field)
			? choosePaging(making, field)
			: chooseCondition(making, operation, name, field, record);
		if (value !== undefined)
			input = setInput(plan, input, name, field.items ? [value] : value);
	}
	return input;
}

/** Returns the request for the next page after a page of the sequence. */
export function createNextPage(
	{ known, choices }: Making,
	operation: Operation,
): Omit<Step, "id"> | undefined {
	const pages = known.pages.filter(
		({ step }) => step.operation === operation.operation.id,
	);
	const page = chooseRecent(choices, pages);
	if (!page) return undefined;
	const { id: _, ...step } = page.step;
	const next = withInput(operation, step, "cursor", page.cursor);
	const limit = choices.chance(0.2) ? 1 + choices.below(MAX_SMALL) : undefined;
	return next && (withInput(operation, next, "limit", limit) ?? next);
}

/** Properties that are in no document. A service may spell their names in another way. */
export const UNKNOWN: readonly string[] = [
	"understudyValue",
	"understudy_value",
];
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
