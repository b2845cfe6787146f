import type { ControlFlags } from "./control-flags.ts";
import { printJson } from "./print-json.ts";
import { table } from "./table.ts";
import { withControl } from "./with-control.ts";

const COLUMNS = ["SESSION", "OPENED", "IDLE", "SCENARIO", "FAULTS", "REQUESTS"];

/** `understudy sessions`. */
export async function runListSessions(flags: ControlFlags): Promise<void> {
	const sessions = await withControl(flags, (control) => control.sessions());
	if (flags.json) return printJson({ sessions });
	const rows = sessions.map(
		({ id, openedAt, idleMs, scenario, faults, requests }) => [
			id,
			openedAt,
			`${Math.round(idleMs / 1000)} s`,
			scenario,
			`${faults}`,
			`${requests}`,
		],
	);
	console.log(table(COLUMNS, rows));
}

/** `understudy sessions delete`. */
export async function runDeleteSession(
	id: string,
	flags: ControlFlags,
): Promise<void> {
	await withControl(flags, (control) => control.deleteSession(id));
	if (!flags.json) console.log(`The session ${id} is gone.`);
}
