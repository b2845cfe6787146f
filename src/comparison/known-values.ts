import { hasVersion } from "../behaviors/items.ts";
import { createUnknownId } from "../checks/item.ts";
import type { Origin, Subject, Tested } from "../checks/subject.ts";
import { type Field, fieldsOf, isFreeText, pathOf } from "../document/field.ts";
import { isObject, tryParseJson, valueAt } from "../values/json.ts";
import type { ProviderResponse } from "../verification/contract.ts";
import type { Choices } from "./choices.ts";
import { isLong } from "./comparing.ts";
import type { Operation } from "./operation.ts";
import type { Reference, Seen, Step, Word } from "./step.ts";

/** A record that the sequence has created. */
export interface KnownRecord {
	readonly resource: string;
	readonly id: Reference;
	/** The ids of its parents, by parameter name. */
	readonly parents: Readonly<Record<string, unknown>>;
	/** All entity tags of the record so far. */
	readonly tags: Reference[];
	isRemoved: boolean;
}

/** A record in a response. */
export interface ShownRecord {
	readonly operation: Operation;
	readonly place: Reference;
}

/** The values that the responses of a sequence have shown so far, for later requests. */
interface KnownValues {
	readonly records: KnownRecord[];
	readonly shown: ShownRecord[];
	/** The pages that are followed by another page. */
	readonly pages: { readonly step: Step; readonly cursor: Reference }[];
	readonly seen: Map<number, Seen>;
	/** The number of used words. */
	words: number;
}

export const createKnownValues = (): KnownValues => ({
	...{ records: [], shown: [], pages: [], seen: new Map(), words: 0 },
});

const below = (
	{ $step, at }: Reference,
	...path: readonly string[]
): Reference => ({ $step, at: [...at, ...path] });

/** How many of the newest shown records are searched for values. */
const MAX_SHOWN = 20;

/** Lists the newest records that responses have shown: those of the operation's resource, or any for a text search. */
export const listShown = (
	{ shown }: KnownValues,
	{ plan: { resource } }: Operation,
	role?: string,
): readonly ShownRecord[] =>
	shown
		.filter(
			({ operation: { plan } }) =>
				role === "text" || plan.resource === resource,
		)
		.slice(-MAX_SHOWN);

/** Whether a condition is the start or the end of a range of times. */
export const isRange = ({ role }: Field): boolean =>
	role === "from" || role === "to";

/** Lists the places of certain fields in records. */
const listPlaces = (
	shown: readonly ShownRecord[],
	isWanted: (field: Field, name: string | undefined) => boolean,
): Reference[] =>
	shown.flatMap(({ operation: { record }, place }) =>
		(record ? fieldsOf(record) : []).flatMap((field) => {
			const path = record && pathOf(record, field);
			return path && isWanted(field, path.at(-1))
				? [below(place, ...path)]
				: [];
		}),
	);

/**
 * Lists the places that may contain the value of a condition: all texts and ids for a text search, or else places with
 * its role or, without a role, with its name.
 */
export function listSources(
	{ records, seen }: KnownValues,
	shown: readonly ShownRecord[],
	name: string,
	condition: Field,
): Reference[] {
	const { role } = condition;
	const wanted = isRange(condition) ? "createdAt" : role;
	if (role === "text")
		return listPlaces(shown, isFreeText).filter(({ $step, at }) =>
			// A short text may occur in the ids of one side.
			isLong(valueAt(seen.get($step), ...at)),
		);
	const places = listPlaces(shown, (field, own) =>
		wanted === undefined ? own === name : field.role === wanted,
	);
	// A given record of the trail has its own subject.
	const isGiven = places.length > 0 && shown.length === 1;
	return role === "subjectId" && !isGiven
		? [...places, ...records.map(({ id }) => id)]
		: places;
}

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
	const tag = { $step: step.id, at: ["headers", "etag"] };
	const hasTag = hasVersion(plan) && "etag" in headers;
	const place = recordPath && below(root, ...recordPath);
	if (place && isObject(valueAt(body, ...recordPath)))
		known.shown.push({ operation, place });
	if (place && plan.behavior === "create")
		known.records.push({
			resource: plan.resource,
			id: below(place, collection?.idProperty ?? "id"),
			parents: { ...step.path, ...readPathReferences(operation, step) },
			tags: hasTag ? [tag] : [],
			isRemoved: false,
		});
	else {
		const id = JSON.stringify(step.path[plan.idParameter ?? ""]);
		const found = known.records.find((each) => JSON.stringify(each.id) === id);
		if (found && hasTag) found.tags.push(tag);
		if (found && plan.behavior === "remove") found.isRemoved = true;
	}
	if (!page) return;
	const items = valueAt(body, ...page.items);
	for (const index of Array.isArray(items) ? items.keys() : [])
		known.shown.push({
			operation,
			place: below(root, ...page.items, `${index}`),
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
	/** The requests so far. */
	readonly steps: readonly Step[];
	/** Whether all records that the next request names exist. */
	isSound: boolean;
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
	form: Omit<Word, "$word"> = {},
): Word => ({ $word: known.words++, ...form });

/** How many of the newest records are chosen from. With few records, a sequence tests them more deeply. */
const RECENT = 4;

/** Returns one of the newest values, most often the last one, so that several choices often belong to one record. */
export const chooseRecent = <Value>(
	choices: Choices,
	all: readonly Value[],
): Value | undefined =>
	choices.chance(0.5) ? all.at(-1) : choices.of(all.slice(-2 * RECENT));

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

/**
 * Returns the id of a record, or, at times, an id that no record has.
 * @param known the id to use; defaults to the id of any record
 */
export function chooseId(
	making: Making,
	{ resource, creator }: Pick<Origin, "resource" | "creator">,
	known?: unknown,
): unknown {
	const { choices } = making;
	const record =
		known === undefined ? chooseRecord(making, resource, creator) : undefined;
	const isUnknown = choices.chance(0.05);
	if (record?.isRemoved || (creator && isUnknown)) making.isSound = false;
	return creator && isUnknown
		? createUnknownId(creator, choices.fraction)
		: (known ?? record?.id);
}
