import { createTimeForm } from "../behaviors/forms.ts";
import { readPageForm } from "../behaviors/operation-plan.ts";
import type { Probe } from "../verification/contract.ts";
import { findContinuation } from "./page-reader.ts";
import { createPageProbe } from "./page-session.ts";
import {
	auditOf,
	baseOf,
	DAY_MS,
	MIN_ID_LENGTH,
	type Run,
	readAuditTime,
	type Searched,
	type Values,
	type Words,
	writeWord,
} from "./searched-words.ts";
import { listSimilar } from "./similar-searches.ts";
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
	const { reader, form, one, many, inOrder, all, hasText } = searched;
	const andWord = hasText ? " and a word" : "";
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
			what: `for an action${andWord}`,
			roles: ["action"],
			conditions: (words) => ({
				...baseOf(searched, words),
				action: auditOf(many).action,
			}),
			expected: ({ second, third }) => inOrder(third, second),
		},
		{
			what: `for a type of subject${andWord}`,
			roles: ["subjectType"],
			conditions: (words) => ({
				...baseOf(searched, words),
				subjectType: auditOf(one).subjectType,
			}),
			expected: ({ first }) => [first],
		},
	];
}

/** Lists searches for times before and after the second record. */
function listTimes(searched: Searched): (readonly [string, Run])[] {
	const { reader, form, many, inOrder, hasText } = searched;
	// The time of a record is known only if it can be searched by its subject.
	if (!reader.find("subjectId")) return [];
	return ["from", "to"].flatMap((role) => {
		const field = reader.find(role);
		if (!field) return [];
		const isFrom = role === "from";
		const isIncluded = isFrom ? form.includesFrom : form.includesTo;
		const what = isFrom ? "from a time on" : "up to a time";
		const write = createTimeForm(field);
		const run: Run = async (session, words) => {
			const { first, second, third } = words;
			const time = await readAuditTime(session, reader, many, second);
			// Without a word, other records may be between the new ones.
			const shift = hasText || !isFrom ? 0 : DAY_MS;
			const bound = write(new Date(time + shift).toISOString());
			const base = baseOf(searched, words);
			const page = await session.read({ ...base, [role]: bound });
			const own = isIncluded ? [second] : [];
			const found = isFrom ? [third, ...own] : [...own, first];
			if (hasText) session.requireRecords(page, inOrder(...found));
			else if (isFrom) session.requireRecords(page, []);
			else session.requireNone(page, third);
		};
		const bound = isIncluded ? "included" : "excluded";
		const name = hasText
			? `for a word, ${what}, which is ${bound}`
			: `${what}, without others`;
		return [[name, run]];
	});
}

/** Lists searches with several pages of results. */
function listPages(searched: Searched): (readonly [string, Run])[] {
	const { reader, all, hasText } = searched;
	if (!reader.find("limit")) return [];
	const first: Run = async (session, words) => {
		const page = await session.read({ ...baseOf(searched, words), limit: 1 });
		session.requireRecords(page, all(words).slice(0, 1));
		session.requireEnd(page, true);
	};
	const last: Run = async (session, words) => {
		const asked = { ...baseOf(searched, words), limit: 2 };
		const page = await session.read(asked);
		session.requireRecords(page, all(words).slice(0, 2));
		const read = () => session.readAfter(page, 2, asked);
		const cursor = page.roles.nextCursor;
		// A page may be asked for again, and with a cursor also without the limit.
		const readAgain =
			findContinuation(reader) === "cursor"
				? () => session.read({ ...baseOf(searched, words), cursor })
				: read;
		for (const next of [await read(), await readAgain()]) {
			searched.require(session, next, all(words).slice(2));
			if (hasText) session.requireEnd(next, false);
		}
		if (!hasText) return;
		const { length } = all(words);
		session.requireEnd(await session.read({ ...asked, limit: length }), false);
	};
	const following = hasText
		? "the page after the first, which is the last"
		: "the page after the first";
	const one = ["one record at a time", first] as const;
	return findContinuation(reader) ? [one, [following, last]] : [one];
}

/**
 * Creates probes that search for new records by a unique word. Without such a condition, the records are searched
 * among older ones.
 */
export function createSearchProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
): Probe[] {
	const { tested } = reader;
	const form = readPageForm(reader.plan);
	const withText = creators.filter((each) => isSearchable(each, tested));
	const hasText = withText.length > 0 && reader.takesText("text");
	const searchable = hasText ? withText : creators;
	const [many] = searchable;
	const one = searchable.at(-1);
	// Without a condition, the new records are far from the first page.
	if (!many || !one || (!hasText && form.isOldestFirst)) return [];
	const asked = subject.documented.findRequestAssumptions(tested.operation.id);
	const paged = bodyAssumptions(subject, tested.operation, "$");
	const inOrder: Searched["inOrder"] = (...ids) =>
		form.isOldestFirst ? ids.toReversed() : ids;
	const searched: Searched = {
		...{ reader, form, one, many, inOrder, hasText },
		require(session, page, ids) {
			const items = hasText ? page.items : page.items.slice(0, ids.length);
			session.requireRecords({ ...page, items }, ids);
		},
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
			{ idRole: "subjectId", isAmongOthers: !hasText },
		);
	const searches = listSearches(searched).filter(({ roles }) =>
		roles.every((role) => (role === "text" ? hasText : reader.find(role))),
	);
	return [
		...searches.map(({ what, conditions, expected }) =>
			probe(what, asked, async (session, words) => {
				const values = conditions(words);
				if (!values) return;
				const page = await session.read(values);
				const ids = expected(words);
				searched.require(session, page, ids);
				if (!hasText) return;
				session.requireEnd(page, false);
				session.requireRole(page, "total", ids.length);
			}),
		),
		...listSimilar(searched).map(([what, run]) => probe(what, asked, run)),
		...listTimes(searched).map(([what, run]) => probe(what, asked, run, true)),
		...listPages(searched).map(([what, run]) => probe(what, paged, run)),
	];
}
