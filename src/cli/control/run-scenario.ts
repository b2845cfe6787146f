import pc from "picocolors";
import type { Scenarios } from "../../control/control.ts";
import type { ControlFlags } from "./control-flags.ts";
import { printJson } from "./print-json.ts";
import { line, type Row, widthsOf } from "./table.ts";
import { withControl } from "./with-control.ts";

function list({ active, available }: Scenarios): string {
	const rows = available.map(({ name, description }): Row => {
		const isActive = name === active;
		const paint = isActive ? pc.bold : (text: string) => text;
		return [isActive ? "*" : " ", { text: name, paint }, description];
	});
	const widths = widthsOf(rows);
	return rows.map((row) => line(row, widths)).join("\n");
}

/** `understudy scenario`. */
export async function runScenario(
	name: string | undefined,
	flags: ControlFlags,
): Promise<void> {
	const scenarios = await withControl(flags, async (control) => {
		if (name !== undefined) await control.setScenario(name);
		return control.scenarios();
	});
	if (flags.json) return printJson(scenarios);
	console.log(
		name === undefined
			? list(scenarios)
			: `The scenario ${pc.bold(scenarios.active)} is in force.`,
	);
}
