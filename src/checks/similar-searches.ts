import { createTimeForm } from "../behaviors/forms.ts";
import { uniqueWord } from "../values/unique-word.ts";
import { type PageSession, sameId } from "./page-session.ts";
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
} from "./searched-words.ts";

/** Returns the interval of `from` and `to` around a time, by role. */
function writeInterval({ reader }: Searched, time: number): Values {
	const write = (role: string, ms: number): Values => {
		const field = reader.find(role);
		const text = new Date(time + ms).toISOString();
		return field ? { [role]: createTimeForm(field)(text) } : {};
	};
	return { ...write("from", -DAY_MS), ...write("to", DAY_MS) };
}

/** Returns the conditions that only the second record meets, and other values for them. */
async function listConditions(
	searched: Searched,
	session: PageSession,
	words: Words,
): Promise<{ readonly own: Values; readonly others: readonly Values[] }> {
	const { reader, one, many } = searched;
	const { first, second, third } = words;
	const time = reader.find("subjectId")
		? await readAuditTime(session, reader, many, second)
		: undefined;
	const around = (shift: number): Values =>
		time === undefined ? {} : writeInterval(searched, time + shift);
	const { action, subjectType } = auditOf(many);
	const other = auditOf(one);
	const isFound = ([role, value]: [string, unknown]): boolean =>
		value !== undefined && reader.find(role) !== undefined;
	const select = (values: Values): Values =>
		Object.fromEntries(Object.entries(values).filter(isFound));
	const own = select({
		...{ action, subjectType, subjectId: second },
		...{ ...baseOf(searched, words), ...around(0) },
	});
	const others: Values[] = [
		{ action: other.action },
		{ subjectType: other.subjectType },
		// Numbers may be ids of several kinds of records.
		{ subjectId: sameId(first, third) ? undefined : first },
		{ text: uniqueWord() },
		around(2 * DAY_MS),
		around(-2 * DAY_MS),
	];
	return {
		own,
		others: others
			.map(select)
			.filter((each) =>
				Object.keys(each).some(
					(role) => role in own && own[role] !== each[role],
				),
			),
	};
}

/** Lists values that are similar to those of the second record, but other ones. */
function listNear({ many }: Searched, { word, second }: Words): Values[] {
	const id = String(second);
	const action = String(auditOf(many).action ?? "");
	// The wildcards of regular expressions and of SQL.
	const texts = [".", "_"].map((each) => ({ text: word.replace(/.$/, each) }));
	const ids = [id.slice(0, -1), id.slice(1)].map((subjectId) => ({
		subjectId,
	}));
	const actions = [action.slice(0, -1), action.toUpperCase()].filter(
		(each) => each !== "" && each !== action,
	);
	return [
		...texts,
		// A part of a short id may be the id of another record.
		...(id.length < MIN_ID_LENGTH ? [] : ids),
		...actions.map((each) => ({ action: each })),
	];
}

/** Lists searches that find nothing: one value is wrong, although it is similar to the right one, or all others are right. */
export function listSimilar(searched: Searched): (readonly [string, Run])[] {
	const { reader, hasText } = searched;
	if (!hasText) return [];
	const alone: Run = async (session, words) => {
		const { own, others } = await listConditions(searched, session, words);
		searched.require(session, await session.read(own), [words.second]);
		for (const each of others)
			session.requireRecords(await session.read({ ...own, ...each }), []);
	};
	const near: Run = async (session, words) => {
		const { success } = reader.tested.operation;
		for (const each of listNear(searched, words)) {
			if (!Object.keys(each).every((role) => reader.find(role))) continue;
			const request = reader.request({ ...baseOf(searched, words), ...each });
			const response = await session.send(request);
			const page = reader.read(response);
			// The service may reject what cannot be the value of a record.
			if (response.status === success && page) session.requireRecords(page, []);
		}
	};
	return [
		["with all conditions, of which one does not match", alone],
		["for values that are only similar", near],
	];
}
