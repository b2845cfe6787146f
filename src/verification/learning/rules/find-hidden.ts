import { withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import { listWords, SPELLINGS } from "../values/spellings.ts";
import type { Trier } from "./create-trier.ts";

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
export async function findHidden({
	at,
	own,
	record,
	documented,
	build,
	create,
	tryRequest,
}: Pick<
	Trier,
	"at" | "own" | "record" | "documented" | "build" | "create" | "tryRequest"
>): Promise<string[]> {
	const found: string[] = [];
	/** Whether the service rejects a wrong value of some of the properties. */
	async function isRejected(names: readonly string[]): Promise<boolean> {
		const body = names.reduce<unknown>(
			(changed, name) => withValueAt(changed, [...at, name], WRONG),
			create(),
		);
		const tried = await tryRequest(build(body));
		return (
			tried !== undefined &&
			tried.response.status !== 409 &&
			isFormRejected(tried.response)
		);
	}
	/** Finds those of several properties with a wrong value that is rejected. */
	async function search(names: readonly string[]): Promise<void> {
		if (found.length >= MAX_FOUND || !(await isRejected(names))) return;
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
	if (await isRejected([uniqueWord()])) return [];
	await search(usual);
	return found;
}
