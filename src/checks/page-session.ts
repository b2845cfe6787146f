import { isDeepStrictEqual } from "node:util";
import { readFirstPage } from "../behaviors/operation-plan.ts";
import type { Values } from "../values/json.ts";
import { plural } from "../values/plural.ts";
import type { Call, Mismatch, Probe, Send } from "../verification/contract.ts";
import { VerificationError } from "../verification/errors.ts";
import {
	findContinuation,
	type PageReader,
	type ReadPage,
	show,
} from "./page-reader.ts";
import { createProbe, reject, rejectSelection, Unexpected } from "./probe.ts";
import { createLabeledBody, createRecord } from "./records.ts";
import type { Tested } from "./subject.ts";

export const sameId = (a: unknown, b: unknown): boolean =>
	String(a) === String(b);

/** Whether a page with this cursor is the last one. */
const isLast = (cursor: unknown): boolean =>
	cursor === undefined || cursor === null || cursor === "";

/** The conditions that are compared exactly. */
const COMPARED = ["action", "subjectType", "subjectId"];

/** The maximum number of shown records. Of a longer list, only the length is shown. */
const MAX_SHOWN = 5;

/** Creates records, and reads pages of them. */
export class PageSession {
	readonly #reader: PageReader;
	readonly send: Send;
	readonly #compare: Parameters<Probe["run"]>[2];
	readonly #idRole: string;
	readonly call: Call;
	/** The ids of the new records, in the order of creation. */
	readonly created: unknown[] = [];

	/** @param idRole the role of the records' ids in a page */
	constructor(
		reader: PageReader,
		idRole: string,
		...[send, call, compare]: Parameters<Probe["run"]>
	) {
		this.#reader = reader;
		this.#idRole = idRole;
		this.send = send;
		this.#compare = compare;
		this.call = call;
	}

	/** Creates a record with a new text in its label, and returns its id. */
	create(creator: Tested, text?: string): Promise<unknown> {
		return this.createFrom(creator, createLabeledBody(creator, text));
	}

	/** Creates a record from this body, and returns its id. */
	async createFrom(creator: Tested, body: unknown): Promise<unknown> {
		const id = await createRecord(creator, this.call, body);
		this.created.push(id);
		return id;
	}

	/** Returns the ids of the first page. */
	async readIds(): Promise<readonly string[]> {
		const response = await this.call.send(this.#reader.request({}));
		const { items = [] } = this.#reader.read(response) ?? {};
		return items.map(({ [this.#idRole]: id }) => String(id));
	}

	/** Ends the probe if there are mismatches. */
	require(...mismatches: readonly Mismatch[]): void {
		if (mismatches.length > 0) throw new Unexpected(...mismatches);
	}

	/** Reads the page of a request with these values by role. */
	async read(values: Values): Promise<ReadPage> {
		const { place, tested } = this.#reader;
		const request = this.#reader.request(values);
		const response = await this.send(request);
		const page = this.#reader.read(response);
		if (response.status === tested.operation.success && page) {
			const compared = COMPARED.map((role) => [role, values[role]]);
			this.requireParts(page, Object.fromEntries(compared));
			for (const role of ["limit", "offset", "page"])
				this.requireRole(page, role, values[role]);
			return page;
		}
		this.require(...this.#compare(request, response));
		return reject(place, "an array", "none");
	}

	/** Requires that each record has these values by role. Skips values that it does not show. */
	requireParts({ items }: ReadPage, values: Values): void {
		for (const [role, expected] of Object.entries(values))
			for (const [index, { [role]: actual = expected }] of items.entries())
				if (expected !== undefined && !sameId(expected, actual))
					rejectSelection(
						this.#reader.placeInRecord(role, index) ?? this.#reader.place,
						show(expected),
						show(actual),
					);
	}

	/** Ends the probe because of a value of the page outside of its records. */
	#reject(role: string, expected: string, actual: unknown): never {
		reject(this.#reader.placeOf(role), expected, show(actual));
	}

	/** Requires a value of the page outside of its records, if there is one. Skips pages that do not show it. */
	requireRole({ roles }: ReadPage, role: string, expected: unknown): void {
		const isWrong = role in roles && !sameId(roles[role], expected);
		if (isWrong && expected !== undefined)
			this.#reject(role, show(expected), roles[role]);
	}

	/**
	 * Reads the records after other pages.
	 * @param skipped the number of records on these pages
	 */
	async readAfter(
		{ roles: { nextCursor } }: ReadPage,
		skipped: number,
		values: Values & { readonly limit: number },
	): Promise<ReadPage> {
		const kind = findContinuation(this.#reader);
		if (kind === "offset") return this.read({ ...values, offset: skipped });
		if (kind === "page") {
			const first = readFirstPage(this.#reader.find("page"));
			const page = skipped / values.limit + first;
			return this.read({ ...values, page });
		}
		this.#requireCursor(nextCursor);
		return this.read({ ...values, cursor: nextCursor });
	}

	#requireCursor(cursor: unknown): void {
		if (isLast(cursor))
			this.#reject("nextCursor", "the cursor of the next page", cursor);
	}

	/** Requires that the page consists of these records, in this order. */
	requireRecords({ items }: ReadPage, ids: readonly unknown[]): void {
		const found = items.map(({ [this.#idRole]: id }) => id);
		if (isDeepStrictEqual(found.map(String), ids.map(String))) return;
		const [expected, actual] = [this.#describe(ids), this.#describe(found)];
		const [from, to] = [this.#number(ids), this.#number(found)];
		const change = { kind: "records", from, to } as const;
		rejectSelection(this.#reader.place, expected, actual, change);
	}

	/** Requires that the page does not contain the record. */
	requireNone({ items }: ReadPage, id: unknown): void {
		const { place } = this.#reader;
		for (const { [this.#idRole]: found } of items)
			if (sameId(found, id))
				rejectSelection(place, `not ${this.#describe([id])}`, "is there");
	}

	/** Requires that the page contains this number of records. */
	requireCount({ items }: ReadPage, count: number): void {
		const { length } = items;
		const [expected, actual] = [plural(count, "item"), plural(length, "item")];
		const change = { kind: "page size", from: count, to: length } as const;
		if (count !== length)
			rejectSelection(this.#reader.place, expected, actual, change);
	}

	/** Returns the numbers of records by their order of creation, from 1; 0 for records of others. */
	#number(ids: readonly unknown[]): number[] {
		return ids.map(
			(id) => this.created.findIndex((each) => sameId(each, id)) + 1,
		);
	}

	/** Describes records by their order of creation, because ids differ in each run. */
	#describe(ids: readonly unknown[]): string {
		const names = this.#number(ids.slice(0, MAX_SHOWN)).map((number) =>
			number === 0 ? "an older one" : `new record ${number}`,
		);
		const more = ids.length > MAX_SHOWN ? `, … (${ids.length} in all)` : "";
		return `[${names.join(", ")}${more}]`;
	}

	/** Requires that the page tells whether another page follows. Skips pages that never tell. */
	requireEnd(page: ReadPage, hasMore: boolean): void {
		this.requireRole(page, "hasMore", hasMore);
		const { nextCursor } = page.roles;
		if (findContinuation(this.#reader) !== "cursor") return;
		if (hasMore) this.#requireCursor(nextCursor);
		else if (!isLast(nextCursor))
			this.#reject("nextCursor", "null on the last page", nextCursor);
	}
}

/** The number of times that a check runs because other clients write meanwhile. */
const MAX_RUNS = 8;

/**
 * Creates a probe that reads pages. If pages of records of others are not as expected, it repeats the check.
 * @param idRole the role of the records' ids in a page
 */
export const createPageProbe = (
	reader: PageReader,
	what: string,
	assumptions: readonly string[],
	run: (session: PageSession) => Promise<void>,
	idRole = "id",
): Probe =>
	createProbe(reader.tested, what, assumptions, async (...parts) => {
		let known: readonly string[] = [];
		for (let left = MAX_RUNS; left > 0; left--) {
			const session = new PageSession(reader, idRole, ...parts);
			try {
				await run(session);
				return [];
			} catch (error) {
				if (idRole !== "id" || !(error instanceof Unexpected)) throw error;
				const created = session.created.map(String);
				const own = [...known, ...created];
				known = await session.readIds();
				const others = known.filter((id) => !own.includes(id));
				// A list may show other ids than the responses to new records, as many as were created.
				const isOtherId =
					others.length <= created.length &&
					!known.some((id) => created.includes(id));
				if (others.length === 0 || isOtherId) throw error;
			}
		}
		throw new VerificationError(
			"Other clients write to the service. Let nobody else write to it, and verify again.",
		);
	});
