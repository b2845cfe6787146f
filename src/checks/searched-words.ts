import { setTimeout as sleep } from "node:timers/promises";
import { readTime } from "../behaviors/forms.ts";
import type { PageForm } from "../behaviors/operation-plan.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { child, type Node } from "../document/node.ts";
import { uniqueWord } from "../values/unique-word.ts";
import { show } from "./page-reader.ts";
import type { PageSession } from "./page-session.ts";
import { Unexpected } from "./probe.ts";
import { createRecord } from "./records.ts";
import type { Tested } from "./subject.ts";
import { conditionsOf, type Trail } from "./trail.ts";

/**
 * The values that a search looks for. One operation creates a record, and another one creates two later records,
 * whose texts contain a word.
 */
export interface Words {
	readonly word: string;
	readonly first: unknown;
	readonly second: unknown;
	readonly third: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

/** The random part of a ULID has 16 characters, and a UUID has more. */
export const MIN_ID_LENGTH = 20;

/** The words to search for, and the operation that searches. */
export interface Searched {
	readonly reader: Trail;
	readonly form: PageForm;
	/** The operation that creates the first record, and the operation that creates the later records. */
	readonly one: Tested;
	readonly many: Tested;
	/** Sorts ids, given newest first, into the order of a page. */
	inOrder(...ids: readonly unknown[]): readonly unknown[];
	/** Returns all ids in the order of a page. */
	all(words: Words): readonly unknown[];
}

export type Run = (session: PageSession, words: Words) => Promise<void>;

export const auditOf = ({ plan }: Tested): Node =>
	child(plan.operation.node, "x-audit");

/** The last of the growing intervals. In sum, they are long enough for a clock that shows whole seconds. */
const MAX_INTERVAL_MS = 2_560;

function rejectTime(reader: Trail, expected: string, actual: unknown): never {
	const place = reader.placeInRecord("createdAt", 0) ?? reader.place;
	throw new Unexpected(createMismatch(place, expected, show(actual)));
}

/** Returns the time of the audit record of a new record. */
export async function readAuditTime(
	session: PageSession,
	reader: Trail,
	creator: Tested,
	id: unknown,
): Promise<number> {
	await reader.waitFor(creator, id, session.call);
	const page = await session.read(conditionsOf(reader, creator, id));
	session.requireRecords({ ...page, items: page.items.slice(0, 1) }, [id]);
	const { createdAt = 0 } = page.items[0] ?? {};
	const time = readTime(createdAt);
	if (Number.isNaN(time)) rejectTime(reader, "a time", createdAt);
	return time;
}

/**
 * Waits until the clock of the service has passed the time of a record, even if the clock has a low resolution.
 * @throws Unexpected if the clock does not advance
 */
async function waitUntilAfter(
	session: PageSession,
	reader: Trail,
	creator: Tested,
	id: unknown,
): Promise<void> {
	const earlier = await readAuditTime(session, reader, creator, id);
	for (let ms = 5; ms <= MAX_INTERVAL_MS; ms *= 2) {
		const other = await createRecord(creator, session.call);
		const now = await readAuditTime(session, reader, creator, other);
		if (now > earlier) return;
		await sleep(ms);
	}
	const shown = new Date(earlier).toISOString();
	rejectTime(reader, "a later time than that of an earlier record", shown);
}

/** @param isApart whether the records must have different times */
export async function writeWord(
	session: PageSession,
	reader: Trail,
	one: Tested,
	many: Tested,
	isApart: boolean,
): Promise<Words> {
	const word = uniqueWord();
	const first = await session.create(one, `Understudy ${word}`);
	if (isApart) await waitUntilAfter(session, reader, one, first);
	const second = await session.create(many, `${word}.first`);
	if (isApart) await waitUntilAfter(session, reader, many, second);
	const third = await session.create(many, `${word}.second`);
	await reader.waitFor(one, first, session.call);
	for (const id of [second, third])
		await reader.waitFor(many, id, session.call);
	return { word, first, second, third };
}
