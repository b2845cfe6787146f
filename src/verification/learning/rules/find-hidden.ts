import { isDeepStrictEqual } from "node:util";
import { withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { ProviderResponse } from "../../contract.ts";
import { describeUnknown } from "../rejections/describe-rejection.ts";
import { isFormRejected, readNames } from "../rejections/read-trial.ts";
import { listWords, SPELLINGS } from "../values/spellings.ts";
import type { Tried, Trier } from "./create-trier.ts";
import { isConflict } from "./measure-limits.ts";

/** Names that many services have for optional properties, which no response may show. */
const USUAL: readonly string[] = [
	...["description", "comment", "note", "notes", "reason", "memo", "message"],
	...["name", "title", "label", "labels", "tags", "category", "color", "icon"],
	...["enabled", "active", "priority", "status", "type", "mode", "version"],
	...["owner", "user", "actor", "email", "url", "source", "reference"],
	...["external id", "client reference", "idempotency key", "callback url"],
	...["timeout", "timeout ms", "retries", "max retries", "delay", "schedule"],
	...["scheduled at", "due date", "expires at", "quantity", "amount"],
	...["dry run", "force", "async", "parallel", "atomic", "transactional"],
	...["stop on error", "stop on failure", "continue on error", "fail fast"],
	...["continue on failure", "on error", "on failure", "abort on error"],
	...["is active", "is enabled", "bail"],
];
/** Usual names of objects with any properties. */
const USUAL_OBJECTS: readonly string[] = [
	...["payload", "params", "parameters", "arguments", "options", "metadata"],
];

/** A value that no property takes for a text, a number or a list. */
const WRONG = { understudy: { understudy: 1 } };
const MAX_FOUND = 4;
/** So many names are sent at once, because a rejection may not name more. */
const BATCH = 15;

/** Returns a function that spells words as the service spells these names. */
export const findSpelling = (
	names: readonly string[],
): ((words: readonly string[]) => string) | undefined =>
	SPELLINGS.find((each) =>
		names.some(
			(name) => listWords(name).length > 1 && each(listWords(name)) === name,
		),
	) ?? SPELLINGS[1];

/** Whether the service takes the id of a record below the name, and rejects a value that is no id. */
export async function isHiddenReference(
	{ tryValue }: Trier,
	name: string,
	id: unknown,
): Promise<boolean> {
	if (id === undefined || !(await tryValue(name, id))?.isTaken) return false;
	const wrong = await tryValue(name, WRONG);
	return wrong?.isTaken === false && isFormRejected(wrong.response);
}

/**
 * Finds those of several names that a service knows which rejects each name that it does not know.
 * @param word the name in the rejection of an unknown one
 */
async function selectKnown(
	{ at, build, create, tryRequest }: Trier,
	names: readonly string[],
	[word, { response }]: readonly [string, Tried],
): Promise<string[]> {
	async function listKnown(some: readonly string[]): Promise<string[]> {
		const body = some.reduce<unknown>(
			(changed, name) => withValueAt(changed, [...at, name], WRONG),
			create(),
		);
		const tried = await tryRequest(build(body));
		if (!tried || isConflict(tried)) return [];
		const { isUnknown } = readNames([response, word], tried.response);
		return some.filter((each) => !isUnknown(each));
	}
	const found: string[] = [];
	for (let start = 0; start < names.length; start += BATCH) {
		const some = names.slice(start, start + BATCH);
		const known = await listKnown(some);
		// Such a service names one unknown name at a time.
		if (known.length > 0 && known.length >= some.length - 1) return found;
		for (const each of known)
			if (found.length < MAX_FOUND && (await listKnown([each])).length > 0)
				found.push(each);
	}
	return found;
}

/** Leaves out the names of a record that the service rejects in the same way as a name that it cannot know. */
export async function dropUnknown(
	{ at, record, build, create, tryRequest }: Trier,
	names: readonly string[],
): Promise<readonly string[]> {
	const word = uniqueWord();
	async function findRejection(some: readonly string[]) {
		const body = some.reduce<unknown>(
			(changed, name) =>
				withValueAt(changed, [...at, name], record[name] ?? null),
			create(),
		);
		const tried = some.length > 0 ? await tryRequest(build(body)) : undefined;
		return tried && !tried.isTaken && isFormRejected(tried.response)
			? tried.response
			: undefined;
	}
	const first = names.length > 0 && (await findRejection([word, ...names]));
	if (!first) return names;
	const select = (some: readonly string[], response: ProviderResponse) => {
		const { isUnknown } = readNames([first, word], response);
		return some.filter((each) => !isUnknown(each));
	};
	let left = select(names, first);
	if (left.length < names.length) return left;
	// Such a service may name one unknown name at a time.
	for (let count = names.length; count > 0; count--) {
		const next = await findRejection(left);
		const known = next ? select(left, next) : left;
		if (known.length === left.length) break;
		left = known;
	}
	return left;
}

/** Returns another value of the same kind. */
const createOther = (value: unknown): unknown =>
	typeof value === "number"
		? value + 1
		: typeof value === "boolean"
			? !value
			: uniqueWord();

/** Leaves out the names of a record whose values in the request change nothing. */
export async function dropIgnored(
	{ at, record, build, create, readEcho, tryRequest }: Trier,
	names: readonly string[],
): Promise<readonly string[]> {
	let ignored = names;
	for (const createValue of [() => WRONG, createOther]) {
		if (ignored.length === 0) break;
		const body = ignored.reduce<unknown>(
			(changed, name) =>
				withValueAt(changed, [...at, name], createValue(record[name])),
			create(),
		);
		const tried = await tryRequest(build(body));
		const echo = tried?.isTaken ? readEcho(tried) : {};
		ignored = ignored.filter((name) =>
			isDeepStrictEqual(echo[name], record[name]),
		);
	}
	return names.filter((name) => !ignored.includes(name));
}

/**
 * Finds optional properties that no response shows, by their usual names. The service must reject names that it does not
 * know and name them, or ignore them, but reject a wrong value.
 * @param others names of the service elsewhere, which show how it spells them
 */
export async function findHidden(
	trier: Trier,
	others: readonly string[] = [],
): Promise<string[]> {
	const { at, own, record, documented, rules, build, create, tryRequest } =
		trier;
	const { createBody, documentedAt, isDocumented } = trier;
	const found: string[] = [];
	/** Returns the rejection if the service rejects a wrong value of some of the properties. */
	async function findRejection(
		names: readonly string[],
		wrong: unknown,
	): Promise<Tried | undefined> {
		const body = names.reduce<unknown>(
			(changed, name) => withValueAt(changed, [...at, name], wrong),
			create(),
		);
		const tried = await tryRequest(build(body));
		return tried &&
			!tried.isTaken &&
			!isConflict(tried) &&
			isFormRejected(tried.response)
			? tried
			: undefined;
	}
	/** Finds those of several properties with a wrong value that is rejected. */
	async function search(
		names: readonly string[],
		wrong: unknown,
	): Promise<void> {
		if (found.length >= MAX_FOUND || names.length === 0) return;
		if (!(await findRejection(names, wrong))) return;
		const [only = "", ...others] = names;
		if (others.length === 0) {
			found.push(only);
			return;
		}
		const middle = Math.ceil(names.length / 2);
		await search(names.slice(0, middle), wrong);
		await search(names.slice(middle), wrong);
	}
	const names = Object.keys({ ...own, ...record });
	const spell = findSpelling([...names, ...others]);
	const known = [...names, ...documented].map((each) => each.toLowerCase());
	const isNew = (name: string): boolean => !known.includes(name.toLowerCase());
	const spellAll = (usual: readonly string[]): string[] =>
		usual.map((each) => spell?.(each.split(" ")) ?? each).filter(isNew);
	const word = uniqueWord();
	const rejected = await findRejection([word], WRONG);
	if (rejected) {
		const usual = await tryRequest(build(create()));
		const body = withValueAt(createBody(), [...documentedAt, word], WRONG);
		if (usual?.isTaken && isDocumented(build(body)))
			rules.push({
				...{ at: [], ...describeUnknown(rejected, word) },
				example: rejected,
			});
		const usualNames = spellAll([...USUAL, ...USUAL_OBJECTS]);
		return selectKnown(
			trier,
			[...new Set([...usualNames, ...others.filter(isNew)])],
			[word, rejected],
		);
	}
	await search(spellAll(USUAL), WRONG);
	await search(spellAll(USUAL_OBJECTS), true);
	return found;
}
