import type { ControlFlags } from "./control-flags.ts";
import { printJson } from "./print-json.ts";
import { withControl } from "./with-control.ts";

/** `understudy snapshot`. */
export async function runTake(flags: ControlFlags): Promise<void> {
	const id = await withControl(flags, (control) => control.snapshot());
	if (flags.json) printJson({ id });
	else console.log(id);
}

/** `understudy snapshot list`. */
export async function runList(flags: ControlFlags): Promise<void> {
	const snapshots = await withControl(flags, (control) => control.snapshots());
	if (flags.json) return printJson({ snapshots });
	for (const id of snapshots) console.log(id);
}

/** `understudy snapshot restore`. */
export async function runRestore(
	id: string,
	flags: ControlFlags,
): Promise<void> {
	await withControl(flags, (control) => control.restore(id));
	if (!flags.json) console.log(`The state is that of ${id} again.`);
}

/** `understudy snapshot delete`. */
export async function runDelete(
	id: string,
	flags: ControlFlags,
): Promise<void> {
	await withControl(flags, (control) => control.deleteSnapshot(id));
	if (!flags.json) console.log(`The snapshot ${id} is gone.`);
}
