import { createTimeForm } from "../behaviors/forms.ts";
import { readPageForm } from "../behaviors/operation-plan.ts";
import type { Probe } from "../verification/contract.ts";
import { findContinuation } from "./page-reader.ts";
import { createPageProbe } from "./page-session.ts";
import {
	auditOf,
	MIN_ID_LENGTH,
	type Run,
	readAuditTime,
	type Searched,
	type Values,
	type Words,
	writeWord,
} from "./searched-words.ts";
import { bodyAssumptions, type Subject, type Tested } from "./subject.ts";
import { conditionsOf, isSearchable, type Trail } from "./trail.ts";

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
	const paged = bodyAssumptions(subject, tested.operation, "$");
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
