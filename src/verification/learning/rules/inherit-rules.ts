import { tryParseJson, valueAt, withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { findItems, readItem } from "../effects/create-batch.ts";
import type { Acting } from "../effects/record-actor.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule } from "./create-trier.ts";

/** Returns the value of a property that the service rejected because of a rule. */
const readRejected = ({ at, example }: MeasuredRule): unknown =>
	isFormRejected(example.response)
		? valueAt(tryParseJson(`${example.request.body ?? ""}`), ...at)
		: undefined;

/** Whether the body of a rule has most properties of an item. The item may then have its other properties, too. */
const isLike = (item: unknown, { at, example }: MeasuredRule): boolean => {
	const body = tryParseJson(`${example.request.body ?? ""}`);
	const own = Object(valueAt(body, ...at.slice(0, -1)));
	const names = Object.keys(Object(item));
	return names.filter((name) => name in own).length * 2 > names.length;
};

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
): Promise<MeasuredRule[]> {
	const path = findItems(create());
	const found: MeasuredRule[] = [];
	if (!path) return found;
	const tryItem = (name: string, value: unknown) => {
		const body = create();
		const [item, ...others]: unknown[] = Object(valueAt(body, ...path));
		const items = [{ ...Object(item), [name]: value }, ...others];
		return tryRequest(build(withValueAt(body, path, items)));
	};
	let takesUnknown: boolean | undefined;
	for (const rule of known) {
		const name = rule.at.at(-1) ?? "";
		const value = readRejected(rule);
		const item = readItem(create(), path);
		// A rule of the whole body has no name.
		if (value === undefined || name === "") continue;
		if (!(name in Object(item))) {
			if (!isLike(item, rule)) continue;
			takesUnknown ??= (await tryItem(uniqueWord(), value))?.isTaken === true;
			if (!takesUnknown) continue;
		}
		const example = await tryItem(name, value);
		if (example?.response.status === rule.example.response.status)
			found.push({ ...rule, at: [...path, "*", name], example });
	}
	return found;
}
