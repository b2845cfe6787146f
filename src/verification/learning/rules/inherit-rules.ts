import { isDeepStrictEqual } from "node:util";
import { tryParseJson, valueAt, withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { findItems, readItem } from "../effects/create-batch.ts";
import type { Acting } from "../effects/record-actor.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import { isSamePlace } from "../rejections/repairs.ts";
import { findRecord, type MeasuredRule, type Tried } from "./create-trier.ts";
import { keepProven } from "./keep-proven.ts";
import { TRIMMED } from "./measure-limits.ts";
import { isSameRejection } from "./usual-rejection.ts";

/** Returns the value of a property that the service rejected because of a rule. */
const readRejected = ({ at, example }: MeasuredRule): unknown =>
	isFormRejected(example.response)
		? valueAt(tryParseJson(`${example.request.body ?? ""}`), ...at)
		: undefined;

/** Returns a value of a property that the service accepted to show a rule. */
const readAccepted = ({ at, example }: MeasuredRule, name: string): unknown =>
	at.at(-1) === name && example.response.status < 300
		? valueAt(tryParseJson(`${example.request.body ?? ""}`), ...at)
		: undefined;

/** Whether the bodies of rules about the same operation have most properties of an item. The item may then have their other ones, too. */
function isLike(
	item: unknown,
	known: readonly MeasuredRule[],
	{ at, example }: MeasuredRule,
): boolean {
	const parent = at.slice(0, -1);
	const own = new Set(
		known
			.filter(
				(each) =>
					each.at.length > 0 &&
					isSamePlace(each.at.slice(0, -1), parent) &&
					each.example.request.path === example.request.path,
			)
			.flatMap((each) => {
				const body = tryParseJson(`${each.example.request.body ?? ""}`);
				return Object.keys(Object(valueAt(body, ...parent)));
			}),
	);
	const names = Object.keys(Object(item));
	return names.filter((name) => own.has(name)).length * 2 > names.length;
}

/** Finds which values the response changes or lacks in an item, too, as it does in other bodies. */
async function inheritEcho(
	sent: ReadonlyMap<string, unknown>,
	isOwn: boolean,
	tryEcho: (
		value: unknown,
	) => Promise<(Tried & { returned: unknown }) | undefined>,
): Promise<Pick<MeasuredRule, "actual" | "example"> | undefined> {
	const kept = sent.get("");
	const isShown =
		kept !== undefined &&
		isDeepStrictEqual((await tryEcho(kept))?.returned, kept);
	const changed: string[] = [];
	const missing: string[] = [];
	let example: Tried | undefined;
	for (const [kind, value] of isShown || isOwn ? sent : []) {
		const tried = kind === "" ? undefined : await tryEcho(value);
		const returned = tried?.returned;
		const isOther = kind === TRIMMED && returned !== `${value}`.trim();
		if (!tried || isOther || isDeepStrictEqual(returned, value)) continue;
		if (returned === undefined && !isShown) continue;
		const text = `${kind} as ${JSON.stringify(returned)}`;
		if (returned === undefined) missing.push(kind);
		else changed.push(kind === TRIMMED ? kind : text);
		example = tried;
	}
	if (missing.length > 0)
		changed.push(`missing if it is ${missing.join(" or ")}`);
	return example && { actual: changed.join(", "), example };
}

/**
 * Finds which rules of the properties of other bodies hold for the items of a body, such as those of a command for the
 * steps of a pipeline. The service must reject the same value of an item in the same way. If the item lacks the property,
 * the service must take the value under a name that it does not know.
 */
export async function inheritRules(
	known: readonly MeasuredRule[],
	{
		build,
		create,
		tryRequest,
	}: Pick<Acting, "build" | "create" | "tryRequest">,
): Promise<readonly MeasuredRule[]> {
	const path = findItems(create());
	const found: MeasuredRule[] = [];
	if (!path) return found;
	const tryItem = (name: string, value: unknown) =>
		tryRequest(build(withValueAt(create(), [...path, "0", name], value)));
	let takesUnknown: boolean | undefined;
	const taken = new Map<string, boolean>();
	/** Whether an item may have a property. A service that rejects unknown names must take some value of it. */
	async function mayHave(name: string, value: unknown): Promise<boolean> {
		takesUnknown ??= (await tryItem(uniqueWord(), value))?.isTaken === true;
		const good = known.map((each) => readAccepted(each, name));
		const some = good.find((each) => each !== undefined);
		if (takesUnknown || some === undefined) return takesUnknown;
		const isTaken =
			taken.get(name) ?? (await tryItem(name, some))?.isTaken === true;
		taken.set(name, isTaken);
		return isTaken;
	}
	const echoIn = (name: string) => async (value: unknown) => {
		const tried = await tryItem(name, value);
		const [list = ""] = path.slice(-1);
		const body = findRecord(tryParseJson(`${tried?.response.body}`), [list]);
		const returned = Object(readItem(body, [list]))[name];
		return tried?.isTaken ? { ...tried, returned } : undefined;
	};
	for (const rule of known) {
		const name = rule.at.at(-1) ?? "";
		const value = readRejected(rule);
		const item = readItem(create(), path);
		const at = [...path, "*", name];
		const isOwn = name in Object(item);
		const { sent } = rule;
		const echo = sent && (await inheritEcho(sent, isOwn, echoIn(name)));
		if (echo) found.push({ ...rule, ...echo, at });
		const isOther = !isOwn && !isLike(item, known, rule);
		// A rule of the whole body has no name.
		if (value === undefined || name === "" || isOther) continue;
		if (!isOwn && !(await mayHave(name, value))) continue;
		const example = await tryItem(name, value);
		if (example?.isTaken && rule.keywords?.maxLength !== undefined) {
			const long = await tryItem(name, `${value}`.padEnd(2_000, "a"));
			const [{ expected }, actual] = [rule, "also 2000 characters"];
			if (long?.isTaken) found.push({ at, expected, actual, example: long });
		}
		// If another text is rejected, too, its length is not the reason.
		const isLength =
			/^at (most|least) \d+ /.test(rule.actual) && typeof value === "string";
		if (isLength && example?.isTaken === false) {
			const other = await tryItem(name, uniqueWord());
			if (other && isSameRejection(example, other)) continue;
		}
		if (example?.response.status === rule.example.response.status)
			found.push({
				...{ ...rule, at, example },
				// These words were not sent in items.
				actual: rule.actual.replace(/; not without more: .*$/s, ""),
			});
	}
	return keepProven({ build, create, tryRequest }, found);
}
