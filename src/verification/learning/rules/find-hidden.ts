import { withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { describeUnknown, isFormRejected } from "../rejections/read-trial.ts";
import { listWords, SPELLINGS } from "../values/spellings.ts";
import type { Tried, Trier } from "./create-trier.ts";
import { isConflict } from "./measure-limits.ts";

/** Names that many services have for optional properties, which no response may show. */
const USUAL: readonly string[] = [
	...["description", "comment", "note", "notes", "reason", "memo", "message"],
	...["title", "label", "labels", "tags", "category", "color", "icon"],
	...["enabled", "active", "priority", "status", "type", "mode", "version"],
	...["owner", "user", "actor", "email", "url", "source", "reference"],
	...["external id", "client reference", "idempotency key", "callback url"],
	...["timeout", "timeout ms", "retries", "max retries", "delay", "schedule"],
	...["scheduled at", "due date", "expires at", "quantity", "amount"],
	...["dry run", "force", "async", "parallel", "atomic", "transactional"],
	...["stop on error", "stop on failure", "continue on error", "fail fast"],
	...["continue on failure", "on error", "on failure", "abort on error"],
];

/** A value that no text, number or list is. */
const WRONG = { understudy: { understudy: 1 } };
const MAX_FOUND = 4;

/** Returns the usual names in the spelling of the service. */
function spellUsual(names: readonly string[]): string[] {
	const spell =
		SPELLINGS.find((each) =>
			names.some(
				(name) => listWords(name).length > 1 && each(listWords(name)) === name,
			),
		) ?? SPELLINGS[1];
	const known = new Set(names.map((each) => each.toLowerCase()));
	return USUAL.map((each) => spell?.(each.split(" ")) ?? each).filter(
		(each) => !known.has(each.toLowerCase()),
	);
}

/**
 * Finds optional properties that no response shows, by their usual names. The service must ignore names that it does not
 * know, but reject a wrong value.
 */
export async function findHidden(trier: Trier): Promise<string[]> {
	const { at, own, record, documented, rules, build, create, tryRequest } =
		trier;
	const { createBody, documentedAt, isDocumented } = trier;
	const found: string[] = [];
	/** Returns the rejection if the service rejects a wrong value of some of the properties. */
	async function findRejection(
		names: readonly string[],
	): Promise<Tried | undefined> {
		const body = names.reduce<unknown>(
			(changed, name) => withValueAt(changed, [...at, name], WRONG),
			create(),
		);
		const tried = await tryRequest(build(body));
		return tried && !isConflict(tried) && isFormRejected(tried.response)
			? tried
			: undefined;
	}
	/** Finds those of several properties with a wrong value that is rejected. */
	async function search(names: readonly string[]): Promise<void> {
		if (found.length >= MAX_FOUND || !(await findRejection(names))) return;
		const [only = "", ...others] = names;
		if (others.length === 0) {
			found.push(only);
			return;
		}
		const middle = Math.ceil(names.length / 2);
		await search(names.slice(0, middle));
		await search(names.slice(middle));
	}
	const names = Object.keys({ ...own, ...record });
	const usual = spellUsual([...names, ...documented]);
	const word = uniqueWord();
	const rejected = await findRejection([word]);
	if (rejected) {
		const usual = await tryRequest(build(create()));
		const body = withValueAt(createBody(), [...documentedAt, word], WRONG);
		if (usual?.isTaken && isDocumented(build(body)))
			rules.push({
				...{ at: [], ...describeUnknown(rejected.response, word) },
				example: rejected,
			});
		return [];
	}
	await search(usual);
	return found;
}
