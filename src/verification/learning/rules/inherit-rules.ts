import { tryParseJson, valueAt, withValueAt } from "../../../values/json.ts";
import { findItems } from "../effects/create-batch.ts";
import type { Acting } from "../effects/record-actor.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule } from "./create-trier.ts";

/** Returns the value of a property that the service rejected because of a rule. */
const readRejected = ({ at, example }: MeasuredRule): unknown =>
	isFormRejected(example.response)
		? valueAt(tryParseJson(`${example.request.body ?? ""}`), ...at)
		: undefined;

/**
 * Finds which rules of the properties of other bodies hold for the items of a body, such as those of a command for the
 * steps of a pipeline. The service must reject the same value of an item in the same way.
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
	for (const rule of known) {
		const name = rule.at.at(-1) ?? "";
		const value = readRejected(rule);
		const body = create();
		const [item, ...others]: unknown[] = Object(valueAt(body, ...path));
		if (value === undefined || !(name in Object(item))) continue;
		const items = [{ ...Object(item), [name]: value }, ...others];
		const example = await tryRequest(build(withValueAt(body, path, items)));
		if (example?.response.status === rule.example.response.status)
			found.push({ ...rule, at: [...path, "*", name], example });
	}
	return found;
}
