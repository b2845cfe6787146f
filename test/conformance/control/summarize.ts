import type { Control } from "../../../src/control/control.ts";

/** Says what a session has. */
export async function summarize(control: Control): Promise<string> {
	const { active } = await control.scenarios();
	const { length: faults } = await control.faults();
	const { length: snapshots } = await control.snapshots();
	const { total } = await control.requests();
	const { zaps = [] } = await control.state();
	return `${active}, ${faults} faults, ${snapshots} snapshots, ${total} requests, ${zaps.length} zaps`;
}
