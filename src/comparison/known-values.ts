import fc from "fast-check";
import { hasVersion } from "../behaviors/items.ts";
import type { Subject, Tested } from "../checks/subject.ts";
import { type Field, isFreeText, pathOf } from "../document/field.ts";
import { isObject, tryParseJson, valueAt } from "../values/json.ts";
import type { ProviderResponse } from "../verification/contract.ts";
import { isLong } from "./comparing.ts";
import type { Operation } from "./operation.ts";
import type { Reference, Seen, Step, Word } from "./step.ts";

/** Decisions that follow from a seed. */
export interface Choices {
	/** Returns a whole number below the limit. */
	below(limit: number): number;
	/** Returns a number, at least 0 and less than 1. */
	fraction(): number;
	/** Returns true with this probability. */
	chance(probability: number): boolean;
	/** Returns one of the values, or undefined if there are no values. */
	of<Value>(values: readonly Value[]): Value | undefined;
}

/** The number of decisions that are drawn at once. */
const DRAWN = 200;
const MOST = 1_000_000;

const decisions = fc.array(fc.noBias(fc.nat(MOST - 1)), {
	minLength: DRAWN,
	maxLength: DRAWN,
});

/** Returns an endless series of decisions. */
export function createChoices(seed: number): Choices {
	let drawn: number[] = [];
	let round = 0;
	function next(): number {
		if (drawn.length === 0) {
			drawn = fc.sample(decisions, { seed: seed + round, numRuns: 1 })[0] ?? [];
			round += MOST;
		}
		return drawn.pop() ?? 0;
	}
	const below = (limit: number): number => next() % limit;
	return {
		below,
		fraction: () => next() / MOST,
		chance: (probability) => next() < probability * MOST,
		of: (values) => values[below(Math.max(values.length, 1))],
	};
}

/** A record that the sequence has created. */
export interface KnownRecord {
	readonly resource: string;
	readonly id: Reference;
	/** The ids of its parents, by parameter name. */
	readonly parents: Readonly<Record<string, unknown>>;
	/** The place of the whole record in a response. */
	readonly shown: Reference;
	readonly names: readonly string[];
	/** All entity tags of the record so far. */
	readonly tags: Reference[];
	isRemoved: boolean;
}

/** An item of a page of the sequence. */
interface KnownItem {
	readonly operation: Operation;
	readonly item: Reference;
}

/** The values that the responses of a sequence have shown so far, for later requests. */
interface KnownValues {
	readonly records: KnownRecord[];
	readonly items: KnownItem[];
	/** The pages that are followed by another page. */
	readonly pages: { readonly step: Step; readonly cursor: Reference }[];
	readonly seen: Map<number, Seen>;
	/** The number of used words. */
	words: number;
}

export const createKnownValues = (): KnownValues => ({
	...{ records: [], items: [], pages: [], seen: new Map(), words: 0 },
});

const below = (
	{ $step, at }: Reference,
	...path: readonly string[]
): Reference => ({ $step, at: [...at, ...path] });

/**
 * Lists the places of an item that may contain the value of a condition: places with its role or, without a role,
 * with its name.
 */
export function listSources(
	{ items, records }: KnownValues,
	operation: Operation,
	name: string,
	{ role }: Field,
): Reference[] {
	const { resource } = operation.plan;
	const inItems = items.flatMap((each) => {
		if (each.operation.plan.resource !== resource) return [];
		const { record } = each.operation;
		const wanted = role === "from" || role === "to" ? "createdAt" : role;
		const field = record && findPart(record, wanted, name);
		const path = record && field && pathOf(record, field);
		return path ? [below(each.item, ...path)] : [];
	});
	const inRecords = records.flatMap((each) => {
		if (role === "subjectId") return [each.id];
		const isOwn = each.resource === resource && each.names.includes(name);
		return isOwn ? [below(each.shown, name)] : [];
	});
	return [...inItems, ...inRecords];
}

/** Lists places with values that a text search may find: the newest text in an item of the operation, and an id. */
export function listTextSources(
	known: KnownValues,
	operation: Operation,
): Reference[] {
	const { record } = operation;
	const texts = (record?.properties ?? []).flatMap(([name, field]) =>
		isFreeText(field) && field.role !== "id"
			? listSources(known, operation, name, field)
			: [],
	);
	const isTrail = record && findPart(record, "subjectId", "");
	const ids = (isTrail ? known.records : [])
		.map(({ id }) => id)
		// A short id may occur inside other texts.
		.filter(({ $step, at }) => isLong(valueAt(known.seen.get($step), ...at)));
	return [texts.at(-1), ids.at(-1)].filter((each) => each !== undefined);
}

const findPart = (
	record: Field,
	role: string | undefined,
	name: string,
): Field | undefined => {
	const all: Field[] = [record];
	for (const { properties } of all)
		for (const [each, field] of properties) {
			if (role === undefined ? each === name : field.role === role)
				return field;
			if (!all.includes(field)) all.push(field);
		}
	return undefined;
};

/** Adds the values in the mock's response to a step. */
export function addKnownValues(
	known: KnownValues,
	operation: Operation,
	step: Step,
	{ status, headers, body: bytes }: ProviderResponse,
): void {
	const body = tryParseJson(`${bytes}`);
	known.seen.set(step.id, { headers, body });
	if (status >= 300) return;
	const { plan, recordPath, page, collection } = operation;
	const root = { $step: step.id, at: ["body"] };
	const shown = recordPath && valueAt(body, ...recordPath);
	const tag = { $step: step.id, at: ["headers", "etag"] };
	const hasTag = hasVersion(plan) && "etag" in headers;
	if (plan.behavior === "create" && isObject(shown) && recordPath) {
		const whole = below(root, ...recordPath);
		known.records.push({
			resource: plan.resource,
			id: below(whole, collection?.idProperty ?? "id"),
			parents: { ...step.path, ...readPathReferences(operation, step) },
			...{ shown: whole, names: Object.keys(shown) },
			tags: hasTag ? [tag] : [],
			isRemoved: false,
		});
	} else {
		const id = JSON.stringify(step.path[plan.idParameter ?? ""]);
		const found = known.records.find((each) => JSON.stringify(each.id) === id);
		if (found && hasTag) found.tags.push(tag);
		if (found && plan.behavior === "remove") found.isRemoved = true;
	}
	if (!page) return;
	const items = valueAt(body, ...page.items);
	for (const index of Array.isArray(items) ? items.keys() : [])
		known.items.push({
			operation,
			item: below(root, ...page.items, `${index}`),
		});
	const next = page.nextCursor && valueAt(body, ...page.nextCursor);
	const isNext = typeof next === "string" && next !== "";
	if (page.nextCursor && isNext && page.takesCursor)
		known.pages.push({ step, cursor: below(root, ...page.nextCursor) });
}

/** Returns the properties of a body that name the parents of the record. */
function readPathReferences({ plan }: Operation, { body }: Step) {
	const names = [...(plan.references ?? [])].flatMap(([name, { isOfPath }]) =>
		isOfPath ? name : [],
	);
	return Object.fromEntries(
		names.map((name) => [name, Object(body)[name] as unknown]),
	);
}

/** The input for making a step. */
export interface Making {
	readonly subject: Subject;
	readonly known: KnownValues;
	readonly choices: Choices;
}

/** Thrown if a record must be created first. */
export class MissingRecord extends Error {
	readonly creator: Tested;
	constructor(creator: Tested) {
		super();
		this.creator = creator;
	}
}

/** Returns a text that occurs in no other play. */
export const createWord = (
	{ known }: Making,
	length?: number,
	form: Omit<Word, "$word"> = {},
): Word => ({
	$word: known.words++,
	...{ ...form, ...(length !== undefined && { length }) },
});

/** How many of the newest records are chosen from. With few records, a sequence tests them more deeply. */
export const RECENT = 4;

/** @throws MissingRecord if there is no record */
export function chooseRecord(
	{ known, choices }: Making,
	resource: string,
	creator: Tested | undefined,
): KnownRecord | undefined {
	const all = known.records.filter((each) => each.resource === resource);
	if (all.length > 0) return choices.of(all.slice(-RECENT));
	if (creator) throw new MissingRecord(creator);
	return undefined;
}
