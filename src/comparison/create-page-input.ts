import { NEVER_ISSUED } from "../checks/page-reader.ts";
import { createBody, createQueryValues } from "../checks/valid-requests.ts";
import { type Field, isFreeText } from "../document/field.ts";
import {
	listSources,
	listTextSources,
	type Making,
	RECENT,
} from "./known-values.ts";
import { type Operation, withInput } from "./operation.ts";
import type { Step, Word } from "./step.ts";

/** The roles of inputs that select a page, and do not affect which items exist. */
export const PAGING: ReadonlySet<string> = new Set([
	"limit",
	"cursor",
	"offset",
	"page",
]);
/** The length of the last part of a word, which no other word has. */
const PART_LENGTH = 7;

/** Texts that find more if a service takes them for patterns. */
const SIGNS = ["%", "_", ".*"];

/** Chooses a value for a condition: a value of a record, or a word. */
function chooseCondition(
	making: Making,
	operation: Operation,
	name: string,
	field: Field,
): unknown {
	const { known, choices } = making;
	const { role, schema } = field;
	if (Array.isArray(schema.enum)) return choices.of(schema.enum);
	if (role === "text") {
		const shown = choices.of(listTextSources(known, operation));
		if (shown && choices.chance(0.2)) return shown;
		const { minLength = 0 } = schema;
		if (choices.chance(0.05))
			return choices.of(
				SIGNS.filter((each) => each.length >= Number(minLength)),
			);
		const change = choices.of(["upper", "lower", undefined] as const);
		const $word = choices.below(Math.max(known.words, 1));
		return {
			$word,
			...(choices.chance(0.5) && { length: PART_LENGTH }),
			...(change && { change }),
		} satisfies Word;
	}
	const source = choices.of(
		listSources(known, operation, name, field).slice(-2 * RECENT),
	);
	// A service must not select a record by a part of the value, or in another case.
	const change =
		isFreeText(field) && choices.chance(0.2)
			? choices.of(["shorter", "upper"] as const)
			: undefined;
	return source && change ? { ...source, change } : source;
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
	const query: Record<string, unknown> = { ...createQueryValues(plan) };
	const body: Record<string, unknown> = { ...Object(createBody(plan, [])) };
	const fields = [plan.query, ...(plan.request ? [plan.request] : [])];
	const count = fields
		.flatMap(({ properties }) => properties)
		.filter(
			([name, { role }]) =>
				!PAGING.has(role ?? "") && !parameterIn(operation, name),
		).length;
	// Only a few conditions, so that several records match.
	const density = (choices.of([0, 1, 1, 2]) ?? 0) / Math.max(count, 1);
	const fill = (target: Record<string, unknown>, field: Field | undefined) => {
		for (const [name, each] of field?.properties ?? []) {
			if (parameterIn(operation, name)) continue;
			const isPaging = PAGING.has(each.role ?? "");
			if (!isPaging && !choices.chance(density)) continue;
			const value = isPaging
				? choosePaging(making, each)
				: chooseCondition(making, operation, name, each);
			if (value !== undefined) target[name] = each.items ? [value] : value;
		}
	};
	fill(query, plan.query);
	if (!plan.request) return { query, body: undefined };
	fill(body, plan.request);
	return { query, body };
}

/** Whether a parameter is in the path or a header. */
const parameterIn = ({ plan }: Operation, name: string): boolean =>
	plan.operation.parameters.some(
		(each) => each.name === name && each.in !== "query",
	);

/** Returns the request for the next page after a page of the sequence. */
export function createNextPage(
	{ known, choices }: Making,
	operation: Operation,
): Omit<Step, "id"> | undefined {
	const pages = known.pages.filter(
		({ step }) => step.operation === operation.operation.id,
	);
	const page = choices.chance(0.5)
		? pages.at(-1)
		: choices.of(pages.slice(-RECENT));
	if (!page) return undefined;
	const { id: _, ...step } = page.step;
	const next = withInput(operation, step, "cursor", page.cursor);
	const limit = choices.chance(0.2) ? 1 + choices.below(MAX_SMALL) : undefined;
	return next && (withInput(operation, next, "limit", limit) ?? next);
}
