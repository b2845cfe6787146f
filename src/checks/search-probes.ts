import { setTimeout as sleep } from "node:timers/promises";
import { createTimeForm, readTime } from "../behaviors/forms.ts";
import { type PageForm, readPageForm } from "../behaviors/operation-plan.ts";
import { child, type Node } from "../document/node.ts";
import type { Values } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type { Probe } from "../verification/contract.ts";
import { findContinuation, show } from "./page-reader.ts";
import { createPageProbe, type PageSession } from "./page-session.ts";
import { reject } from "./probe.ts";
import { createRecord } from "./records.ts";
import type { Subject, Tested } from "./subject.ts";
import { conditionsOf, isSearchable, type Trail } from "./trail.ts";

/**
 * The values that a search looks for. One operation creates a record, and another one creates two later records,
 * whose texts contain a word.
 */
interface Words {
	readonly word: string;
	readonly first: unknown;
	readonly second: unknown;
	readonly third: unknown;
}

/** The random part of a ULID has 16 characters, and a UUID has more. */
const MIN_ID_LENGTH = 20;

/** The words to search for, and the operation that searches. */
interface Searched {
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

type Run = (session: PageSession, words: Words) => Promise<void>;

const auditOf = ({ plan }: Tested): Node =>
	child(plan.operation.node, "x-audit");

/** The last of the growing intervals. In sum, they are long enough for a clock that shows whole seconds. */
const MAX_INTERVAL_MS = 2_560;

function rejectTime(reader: Trail, expected: string, actual: unknown): never {
	const place = reader.placeInRecord("createdAt", 0) ?? reader.place;
	reject(place, expected, show(actual));
}

/** Returns the time of the audit record of a new record. */
async function readAuditTime(
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
async function writeWord(
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

/** A search, and the records that it must find. */
interface Search {
	readonly what: string;
	/** The conditions that the search uses. */
	readonly roles: readonly string[];
	/** Returns the conditions; undefined if the words do not fit. */
	conditions(words: Words): Values | undefined;
	expected(words: Words): readonly unknown[];
}

/** Lists searches with conditions that follow from the new records. */
function listSearches(searched: Searched): Search[] {
	const { reader, form, one, many, inOrder, all } = searched;
	const searches: Search[] = [
		{
			what: "for a word",
			roles: ["text"],
			conditions: ({ word }) => ({ text: word }),
			expected: all,
		},
		{
			what: "for a word in another case",
			roles: ["text"],
			conditions: ({ word }) => ({ text: word.toUpperCase() }),
			expected: (words) => (form.isCaseSensitive ? [] : all(words)),
		},
		...[-MIN_ID_LENGTH, 0].map((start) => ({
			what: start < 0 ? "for a part of an id" : "for an id",
			roles: ["text"],
			conditions({ first }: Words) {
				const text = String(first).slice(start);
				// A short id may occur inside other ids.
				return text.length < MIN_ID_LENGTH ? undefined : { text };
			},
			expected: ({ first }: Words) => [first],
		})),
	];
	const action = String(auditOf(one).action);
	if (isSearchable(one, reader.tested, action))
		searches.push({
			what: "for the text of an action",
			roles: ["text", "subjectId"],
			conditions: ({ first }) => ({
				...conditionsOf(reader, one, first),
				text: form.isCaseSensitive ? action : action.toUpperCase(),
			}),
			expected: ({ first }) => [first],
		});
	if (action === auditOf(many).action) return searches;
	return [
		...searches,
		{
			what: "for an action and a word",
			roles: ["action"],
			conditions: ({ word }) => ({ text: word, action: auditOf(many).action }),
			expected: ({ second, third }) => inOrder(third, second),
		},
		{
			what: "for a type of subject and a word",
			roles: ["subjectType"],
			conditions: ({ word }) => ({
				text: word,
				subjectType: auditOf(one).subjectType,
			}),
			expected: ({ first }) => [first],
		},
	];
}

/** Lists searches for times before and after the second record. */
function listTimes(searched: Searched): (readonly [string, Run])[] {
	const { reader, form, many, inOrder } = searched;
	// The time of a record is known only if it can be searched by its subject.
	if (!reader.find("subjectId")) return [];
	return ["from", "to"].flatMap((role) => {
		const field = reader.find(role);
		if (!field) return [];
		const isFrom = role === "from";
		const isIncluded = isFrom ? form.includesFrom : form.includesTo;
		const write = createTimeForm(field);
		const run: Run = async (session, { word, first, second, third }) => {
			const time = await readAuditTime(session, reader, many, second);
			const bound = write(new Date(time).toISOString());
			const page = await session.read({ text: word, [role]: bound });
			const own = isIncluded ? [second] : [];
			const found = isFrom ? [third, ...own] : [...own, first];
			session.requireRecords(page, inOrder(...found));
		};
		const what = isFrom ? "from a time on" : "up to a time";
		const bound = isIncluded ? "included" : "excluded";
		return [[`for a word, ${what}, which is ${bound}`, run]];
	});
}

/** Lists searches with several pages of results. */
function listPages({ reader, all }: Searched): (readonly [string, Run])[] {
	if (!reader.find("limit")) return [];
	const first: Run = async (session, words) => {
		const page = await session.read({ text: words.word, limit: 1 });
		session.requireRecords(page, all(words).slice(0, 1));
		session.requireEnd(page, true);
	};
	const last: Run = async (session, words) => {
		const asked = { text: words.word, limit: 2 };
		const page = await session.read(asked);
		session.requireRecords(page, all(words).slice(0, 2));
		// A page may be asked for again.
		for (let count = 0; count < 2; count++) {
			const next = await session.readAfter(page, 2, asked);
			session.requireRecords(next, all(words).slice(2));
			session.requireEnd(next, false);
		}
		const { length } = all(words);
		session.requireEnd(await session.read({ ...asked, limit: length }), false);
	};
	const one = ["one record at a time", first] as const;
	return findContinuation(reader)
		? [one, ["the page after the first, which is the last", last]]
		: [one];
}

/** Creates probes that search for new records by a unique word. */
export function createSearchProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
): Probe[] {
	const { tested } = reader;
	const form = readPageForm(reader.plan);
	const searchable = creators.filter((each) => isSearchable(each, tested));
	const [many] = searchable;
	const one = searchable.at(-1);
	if (!many || !one || !reader.takesText("text")) return [];
	const asked = subject.documented.findRequestAssumptions(tested.operation.id);
	const paged = subject.bodyAssumptions(tested.operation, "$");
	const inOrder: Searched["inOrder"] = (...ids) =>
		form.isOldestFirst ? ids.toReversed() : ids;
	const searched: Searched = {
		...{ reader, form, one, many, inOrder },
		all: ({ first, second, third }) => inOrder(third, second, first),
	};
	const probe = (
		what: string,
		assumptions: readonly string[],
		run: Run,
		isApart = false,
	): Probe =>
		createPageProbe(
			reader,
			what,
			assumptions,
			async (session) =>
				run(session, await writeWord(session, reader, one, many, isApart)),
			"subjectId",
		);
	const searches = listSearches(searched).filter(({ roles }) =>
		roles.every((role) => reader.find(role)),
	);
	return [
		...searches.map(({ what, conditions, expected }) =>
			probe(what, asked, async (session, words) => {
				const values = conditions(words);
				if (!values) return;
				const page = await session.read(values);
				const ids = expected(words);
				session.requireRecords(page, ids);
				session.requireEnd(page, false);
				session.requireRole(page, "total", ids.length);
			}),
		),
		...listTimes(searched).map(([what, run]) => probe(what, asked, run, true)),
		...listPages(searched).map(([what, run]) => probe(what, paged, run)),
	];
}
