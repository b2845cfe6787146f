import { isObject } from "../../values/is-object.ts";
import { UsageError } from "../usage-error.ts";
import type { ControlFlags, ResetFlags } from "./control-flags.ts";
import { printJson } from "./print-json.ts";
import { readJsonFile } from "./read-json.ts";
import { withControl } from "./with-control.ts";

/** `understudy state`. */
export async function runGetState(flags: ControlFlags): Promise<void> {
	printJson(await withControl(flags, (control) => control.state()));
}

/** `understudy state set`. */
export async function runSetState(
	file: string,
	flags: ControlFlags,
): Promise<void> {
	const state = await readJsonFile(file);
	if (!isObject(state))
		throw new UsageError(
			"The state has to be an object of collections. Write it as `understudy state` prints it.",
		);
	const counts = await withControl(flags, async (control) => {
		await control.setState(state);
		return Object.entries(await control.state()).map(
			([name, records]) => `${name} ${records.length}`,
		);
	});
	if (!flags.json) console.log(`The state is replaced: ${counts.join(", ")}.`);
}

/** `understudy reset`. */
export async function runReset(flags: ResetFlags): Promise<void> {
	const { dataset, seed, all, json } = flags;
	await withControl(flags, (control) => control.reset({ dataset, seed, all }));
	if (!json)
		console.log(`${all ? "Everything" : "The state"} is at its start.`);
}
