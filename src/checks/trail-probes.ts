import { setTimeout as sleep } from "node:timers/promises";
import { createWriter } from "../behaviors/create-behaviors.ts";
import { readPageForm } from "../behaviors/find-behaviors.ts";
import { createTimeForm, readTime } from "../behaviors/forms.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import type { ViolatingRequest } from "../document/model.ts";
import { child } from "../document/node.ts";
import type { StoredRecord } from "../store/store.ts";
import { isObject, withValueAt } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type { Mismatch, Probe } from "../verification/contract.ts";
import { EXAMPLE_CONTEXT } from "./creations.ts";
import {
	createDefaultProbe,
	createPageProbe,
	type PageSession,
} from "./page-probes.ts";
import { findContinuation, type PageReader, show } from "./page-reader.ts";
import { createRecord, findLabel } from "./records.ts";
import { toRequest } from "./rejections.ts";
import {
	bodyAssumptions,
	createNewBody,
	type Subject,
	type Tested,
} from "./subject.ts";
import { conditionsOf, readDelay, type Trail } from "./trail.ts";

type Values = Readonly<Record<string, unknown>>;

/** Returns what the audit record of a new record would be; undefined if the document has none for it. */
function composeAudit(
	{ plan, collection }: Tested,
	trail: Tested,
	body: unknown,
): StoredRecord | undefined {
	const { collection: records } = trail;
	if (!collection || !records || !plan.request) return undefined;
	const { create, addAudit } = createWriter(plan, collection, records);
	const write = { context: EXAMPLE_CONTEXT, countCreated: () => 0 };
	const record = create(write, { query: {}, body });
	return addAudit(write, record)[records.name];
}

/** Whether a search for a text of a new record finds its audit record. */
function isSearchable(creator: Tested, trail: Tested): boolean {
	const label = findLabel(creator);
	if (label === undefined) return false;
	const word = "understudyword";
	const body = withValueAt(createNewBody(creator.plan, []), label.path, word);
	const audit = composeAudit(creator, trail, body);
	const texts = audit ? trail.collection?.facetsOf(audit).texts : undefined;
	return texts?.some((each) => each.includes(word)) ?? false;
}

/** What a search looks for: a record of one operation, and two later ones of another, whose texts have a word. */
interface Words {
	readonly word: string;
	readonly first: unknown;
	readonly second: unknown;
	readonly third: unknown;
}

const INTERVAL_MS = 5;
const MAX_ATTEMPTS = 400;

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
	return readTime(page.items[0]?.createdAt ?? 0);
}

/** Waits until the clock of the service has passed the time of a record, however coarse the clock is. */
async function waitUntilAfter(
	session: PageSession,
	reader: Trail,
	creator: Tested,
	id: unknown,
): Promise<void> {
	const earlier = await readAuditTime(session, reader, creator, id);
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const other = await createRecord(creator, session.call);
		const now = await readAuditTime(session, reader, creator, other);
		if (now > earlier) return;
		await sleep(INTERVAL_MS);
	}
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

/** Probes that search for a word. */
function createWordProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
): Probe[] {
	const { tested } = reader;
	const searchable = creators.filter((each) => isSearchable(each, tested));
	const [many] = searchable;
	const one = searchable.at(-1);
	if (!many || !one || !reader.takesText("text")) return [];
	const asked = subject.documented.findRequestAssumptions(tested.operation.id);
	const paged = bodyAssumptions(subject, tested.operation, "$");
	const form = readPageForm(reader.plan);
	const inOrder = (...ids: readonly unknown[]): readonly unknown[] =>
		form.isOldestFirst ? ids.toReversed() : ids;
	const write = (session: PageSession, apart: boolean): Promise<Words> =>
		writeWord(session, reader, one, many, apart);
	const probe = (
		what: string,
		run: (session: PageSession, words: Words) => Promise<void>,
		assumptions = asked,
		apart = false,
	): Probe =>
		createPageProbe(
			reader,
			what,
			assumptions,
			async (session) => run(session, await write(session, apart)),
			{ idRole: "subjectId" },
		);
	/** Searches with these conditions, and requires these records and no others. */
	const search = (
		what: string,
		conditions: (words: Words) => Values,
		expected: (words: Words) => readonly unknown[],
	): Probe =>
		probe(what, async (session, words) => {
			const page = await session.read(conditions(words));
			const ids = expected(words);
			session.requireRecords(page, ids);
			session.requireEnd(page, false);
			session.requireTotal(page, ids.length);
		});
	const all = ({ first, second, third }: Words) =>
		inOrder(third, second, first);
	const later = ({ second, third }: Words) => inOrder(third, second);
	const audit = (creator: Tested) =>
		child(creator.plan.operation.node, "x-audit");
	const isApart = audit(one).action !== audit(many).action;
	const has = (role: string): boolean => reader.find(role) !== undefined;
	const probes = [
		search("for a word", ({ word }) => ({ text: word }), all),
		search(
			"for a word in another case",
			({ word }) => ({ text: word.toUpperCase() }),
			(words) => (form.isCaseSensitive ? [] : all(words)),
		),
		probe("for a part of an id", async (session, { first }) => {
			const text = String(first);
			// A short one may be a part of others.
			if (text.length < MIN_ID_LENGTH) return;
			const page = await session.read({ text: text.slice(-MIN_ID_LENGTH) });
			session.requireRecords(page, [first]);
		}),
	];
	if (has("action") && isApart)
		probes.push(
			search(
				"for an action and a word",
				({ word }) => ({ text: word, action: audit(many).action }),
				later,
			),
		);
	if (has("subjectType") && isApart)
		probes.push(
			search(
				"for a type of subject and a word",
				({ word }) => ({ text: word, subjectType: audit(one).subjectType }),
				({ first }) => [first],
			),
		);
	const nameBound = (includes: boolean): string =>
		includes ? "which is included" : "which is excluded";
	for (const [role, what, expected] of [
		[
			"from",
			`from a time on, ${nameBound(form.includesFrom)}`,
			form.includesFrom ? later : ({ third }: Words) => [third],
		],
		[
			"to",
			`up to a time, ${nameBound(form.includesTo)}`,
			({ first, second }: Words) =>
				form.includesTo ? inOrder(second, first) : [first],
		],
	] as const) {
		const field = reader.find(role);
		if (!field) continue;
		const form = createTimeForm(field);
		probes.push(
			probe(
				`for a word, ${what}`,
				async (session, words) => {
					const time = await readAuditTime(session, reader, many, words.second);
					const bound = form(new Date(time).toISOString());
					const page = await session.read({ text: words.word, [role]: bound });
					session.requireRecords(page, expected(words));
				},
				asked,
				true,
			),
		);
	}
	if (has("limit")) {
		probes.push(
			probe(
				"one record at a time",
				async (session, words) => {
					const page = await session.read({ text: words.word, limit: 1 });
					session.requireRecords(page, all(words).slice(0, 1));
					session.requireEnd(page, true);
				},
				paged,
			),
		);
		if (findContinuation(reader))
			probes.push(
				probe(
					"the page after the first, which is the last",
					async (session, words) => {
						const { word: text } = words;
						const page = await session.read({ text, limit: 2 });
						session.requireRecords(page, all(words).slice(0, 2));
						const last = await session.readAfter(page, 2, { text, limit: 2 });
						session.requireRecords(last, all(words).slice(2));
						session.requireEnd(last, false);
					},
					paged,
				),
			);
	}
	return probes;
}

/** The random part of a ULID has 16 characters, that of a UUID more. */
const MIN_ID_LENGTH = 20;

/** Probes that look for the audit record of each operation where a search cannot ask for its subject. */
const createUnfilteredProbes = (
	reader: Trail,
	creators: readonly Tested[],
): Probe[] =>
	reader.find("subjectId") || readPageForm(reader.plan).isOldestFirst
		? []
		: creators.map((creator) => {
				const { operation, plan } = creator;
				const {
					"x-assumption": ids,
					action,
					subjectType,
				} = child(plan.operation.node, "x-audit");
				return createPageProbe(
					reader,
					`finds the record of ${operation.id}`,
					[ids].flat().filter((each) => typeof each === "string"),
					async (session) => {
						const id = await session.create(creator);
						await sleep(readDelay(creator));
						const kind = Object.entries({ action, subjectType }).filter(
							([role, value]) => value !== undefined && reader.find(role),
						);
						const { items, roles } = await session.read(
							Object.fromEntries(kind),
						);
						const own = items.filter(
							({ subjectId }) => String(subjectId) === String(id),
						);
						const page = { items: own, roles };
						session.requireRecords(page, [id]);
						session.requireParts(page, { action, subjectType });
					},
					{ idRole: "subjectId" },
				);
			});

/** Probes of conditions that no record meets. */
export const createEmptyProbes = (
	subject: Subject,
	reader: PageReader,
): Probe[] =>
	["action", "subjectType", "subjectId", "text"]
		.filter((role) => reader.takesText(role))
		.map((role) =>
			createPageProbe(
				reader,
				`no record with an unknown ${role}`,
				subject.documented.findRequestAssumptions(reader.tested.operation.id),
				async (session) => {
					const page = await session.read({ [role]: uniqueWord() });
					session.requireRecords(page, []);
					session.requireEnd(page, false);
					session.requireTotal(page, 0);
				},
			),
		);

/** The detail of an audit record is optional. If a record has one, it must be correct. */
function createDetailProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
): Probe[] {
	const { tested, record, place } = reader;
	const [name] =
		record.properties.find(([, { role }]) => role === "detail") ?? [];
	if (name === undefined || !reader.find("subjectId")) return [];
	const told = creators.filter((creator) => {
		const audit = composeAudit(
			creator,
			tested,
			createNewBody(creator.plan, []),
		);
		return audit !== undefined && isObject(Reflect.get(audit, name));
	});
	if (told.length === 0) return [];
	return [
		createPageProbe(
			reader,
			"the detail of a record, if it has one",
			bodyAssumptions(subject, tested.operation, `${place}[*]`),
			async (session) => {
				const mismatches: Mismatch[] = [];
				for (const creator of told) {
					const body = createNewBody(creator.plan, []);
					const subjectId = await session.createFrom(creator, body);
					await reader.waitFor(creator, subjectId, session.call);
					const page = await session.read(
						conditionsOf(reader, creator, subjectId),
					);
					session.requireRecords(page, [subjectId]);
					const actual = page.items[0]?.detail;
					const audit = Object(composeAudit(creator, tested, body));
					if (actual !== undefined)
						mismatches.push(
							...compareDetail(`${place}[0].${name}`, audit[name], actual),
						);
				}
				session.require(...mismatches);
			},
			{ idRole: "subjectId" },
		),
	];
}

const compareDetail = (
	place: string,
	expected: unknown,
	actual: unknown,
): Mismatch[] =>
	Object.entries(Object(expected)).flatMap(([key, value]) => {
		const found = Object(actual)[key];
		return found === value
			? []
			: [createMismatch(`${place}.${key}`, show(value), show(found))];
	});

/** Chooses the violation that is deepest in the body: a part that is valid must leave no trace either. */
const chooseViolation = (
	violating: readonly ViolatingRequest[],
): ViolatingRequest | undefined =>
	violating
		.filter(({ constraint }) => constraint === "minLength")
		.toSorted((a, b) => b.place.length - a.place.length)[0] ??
	violating.find(({ constraint }) => constraint === "required");

/** Probes that rejected requests leave no audit records. Only a search can show this. */
function createTraceProbes(
	reader: Trail,
	creators: readonly Tested[],
	violating: readonly ViolatingRequest[],
): Probe[] {
	if (!reader.takesText("action")) return [];
	if (readPageForm(reader.plan).isOldestFirst) return [];
	return creators.flatMap((creator) => {
		const { operation, plan } = creator;
		const { action } = child(plan.operation.node, "x-audit");
		const violation = chooseViolation(
			violating.filter((each) => each.operation === operation.id),
		);
		if (!violation || readDelay(creator) > 0) return [];
		return [
			createPageProbe(
				reader,
				"an invalid request leaves no trace",
				violation.assumptions,
				async (session) => {
					const trail = session.arranging();
					const id = await session.create(creator);
					await reader.waitFor(creator, id, session.call);
					const newest = async (conditions: Values): Promise<unknown> =>
						(await trail.read(conditions)).items[0]?.id;
					// The service may have another name for the action.
					const ofAction = await newest({ action });
					const conditions = ofAction === undefined ? {} : { action };
					const readNewest = (): Promise<unknown> => newest(conditions);
					const before = await readNewest();
					const { status } = await session.send(toRequest(creator, violation));
					const after = await readNewest();
					const isRejected = status >= 400 && status < 500;
					if (isRejected && String(before) === String(after)) return;
					session.require(
						createMismatch(
							"status",
							"a rejection without an audit record",
							`${status}, and the record ${show(after)}`,
							`${operation.id} returned ${status} for a request it should reject, and wrote an audit record`,
						),
					);
				},
				{ tested: creator, status: creator.operation.problems.invalid },
			),
		];
	});
}

/** Probes of an audit trail: a search for what operations have written. */
export function createTrailProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
	violating: readonly ViolatingRequest[],
): Probe[] {
	const audited = creators.filter(
		({ plan }) => "x-audit" in plan.operation.node,
	);
	const [first] = audited;
	const ids = bodyAssumptions(subject, reader.tested.operation, "$");
	return [
		...createUnfilteredProbes(reader, audited),
		...createWordProbes(subject, reader, audited),
		...createDetailProbes(subject, reader, audited),
		...createTraceProbes(reader, audited, violating),
		...(first ? createDefaultProbe(reader, first, ids, "subjectId") : []),
	];
}
