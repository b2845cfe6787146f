import { setTimeout as sleep } from "node:timers/promises";
import type { MeasuredRule, Tried, Trier } from "../rules/create-trier.ts";
import {
	listLeaves,
	mayBeState,
	type Values,
} from "../values/record-values.ts";
import {
	ACCEPTED,
	type Change,
	listChanges,
	REMOVED,
} from "./describe-changes.ts";
import { findNaming, type Naming, replaceValue } from "./name-records.ts";
import { type RecordSource, SETTLE_MS } from "./record-source.ts";

/** The input for measuring what accepted bodies do to the records that they name. */
export interface Acting
	extends Pick<Trier, "at" | "build" | "create" | "tryRequest"> {
	readonly rules: MeasuredRule[];
	readonly source: RecordSource;
	/** The action of the documented audit record of a request, if the document has one. */
	readonly recorded: string | undefined;
}

const namesOf = (record: Values): Map<string, unknown> =>
	new Map(
		listLeaves(record).map(([path, leaf]) => [
			path.split(".").at(-1) ?? "",
			leaf,
		]),
	);

/** Whether a value may be that of a state, which is the same for all new records. */
const isState = (value: unknown): boolean =>
	typeof value === "boolean" || value === 0 || mayBeState(value);

/** Whether a record is in the state of a new one. */
function isLike(record: Values, newest: Values): boolean {
	const own = namesOf(record);
	return [...namesOf(newest)].every(
		([name, value]) =>
			!isState(value) || !own.has(name) || own.get(name) === value,
	);
}

/** A sent body, with what has changed in the records that it names. */
export interface Acted extends Tried {
	/** The changes of each record. None if the page does not show it. */
	readonly changes: readonly (readonly Change[])[];
}

const MIN_RECORDS = 3;
const MAX_WAITS = 40;

/** Sends bodies that name records, each of which no request has named before. */
export class RecordActor {
	readonly #acting: Acting;
	readonly #naming: Naming;
	readonly #used = new Set<unknown>();
	#page: readonly Values[];
	#waits = 0;
	/** When the service has last accepted a request to execute it later. */
	#acceptedMs: number | undefined;

	constructor(acting: Acting, page: readonly Values[], naming: Naming) {
		this.#acting = acting;
		this.#page = page;
		this.#naming = naming;
		this.#used.add(naming.value);
	}

	/** Reads the records of the service. Returns undefined if they are few, or if the part of a body names none of them. */
	static async create(
		acting: Acting,
		part: unknown,
	): Promise<RecordActor | undefined> {
		const { source } = acting;
		const page = await source.readRecords();
		const naming = findNaming(part, page, source.isRecord);
		return naming && page.length >= MIN_RECORDS
			? new RecordActor(acting, page, naming)
			: undefined;
	}

	/**
	 * Returns the id of a new record.
	 * @param isObserved whether it should be one of the page, which shows how it changes
	 */
	takeRecord(isObserved: boolean): unknown {
		const { source } = this.#acting;
		const { name, value, idOf } = this.#naming;
		const newest = source.newest();
		const findShown = () =>
			this.#page
				.filter((each) => !newest || isLike(each, newest))
				.map(idOf)
				.find((each) => !this.#used.has(each));
		const takeFresh = () => source.fresh(value, name);
		const id = isObserved
			? (findShown() ?? takeFresh())
			: (takeFresh() ?? findShown());
		this.#used.add(id);
		return id;
	}

	/** Returns the value that names a record. */
	idOf(record: Values): unknown {
		return this.#naming.idOf(record);
	}

	/** Returns the part of a body with the id of another record. */
	nameRecord(part: unknown, id: unknown): unknown {
		const { isRecord } = this.#acting.source;
		const own = findNaming(part, this.#page, isRecord);
		return own ? replaceValue(part, own.value, id) : part;
	}

	/**
	 * Sends a body that names records.
	 * @param isObserved whether the page is read before and after it
	 */
	async act(
		body: unknown,
		ids: readonly unknown[],
		isObserved: boolean,
	): Promise<Acted | undefined> {
		const { build, tryRequest } = this.#acting;
		const before = isObserved ? await this.#read() : [];
		const tried = await tryRequest(build(body));
		if (tried?.response.status === ACCEPTED)
			this.#acceptedMs = performance.now();
		const after = isObserved && tried ? await this.#read() : [];
		return tried && { ...tried, changes: this.#compare(before, after, ids) };
	}

	/** Waits until the service has probably executed what it has only accepted. */
	async #settle(): Promise<void> {
		if (this.#waits >= MAX_WAITS || this.#acceptedMs === undefined) return;
		this.#waits += 1;
		await sleep(Math.max(this.#acceptedMs + SETTLE_MS - performance.now(), 0));
		this.#acceptedMs = undefined;
	}

	async #read(): Promise<readonly Values[]> {
		await this.#settle();
		this.#page = await this.#acting.source.readRecords();
		return this.#page;
	}

	/** Whether the page lacks a record that it had, although it still has the one after it, or fewer records. */
	#isRemoved(
		before: readonly Values[],
		after: readonly Values[],
		id: unknown,
	): boolean {
		const { idOf } = this.#naming;
		const has = (page: readonly Values[], each: unknown): boolean =>
			page.some((record) => idOf(record) === each);
		if (!has(before, id) || has(after, id)) return false;
		const next = before[before.findIndex((each) => idOf(each) === id) + 1];
		return (
			after.length < before.length ||
			(next !== undefined && has(after, idOf(next)))
		);
	}

	/** Returns what has changed in the records with these ids, and in no other one. */
	#compare(
		before: readonly Values[],
		after: readonly Values[],
		ids: readonly unknown[],
	): Change[][] {
		const { idOf } = this.#naming;
		const changes = after.flatMap((record) => {
			const id = idOf(record);
			const old = before.find((each) => idOf(each) === id);
			return old ? [{ id, own: listChanges(old, record) }] : [];
		});
		const others = new Set(
			changes
				.filter(({ id }) => !ids.includes(id))
				.flatMap(({ own }) => own.map(({ path }) => path)),
		);
		return ids.map((id) => [
			...changes
				.filter((each) => each.id === id)
				.flatMap(({ own }) => own.filter(({ path }) => !others.has(path))),
			...(this.#isRemoved(before, after, id) ? [REMOVED] : []),
		]);
	}
}
