import type { ControlFlags } from "./control-flags.ts";
import { printJson } from "./print-json.ts";
import { table } from "./table.ts";
import { withControl } from "./with-control.ts";

/** `understudy assumptions`. */
export async function runAssumptions(flags: ControlFlags): Promise<void> {
	const assumptions = await withControl(flags, (control) =>
		control.assumptions(),
	);
	if (flags.json) return printJson({ assumptions });
	const rows = assumptions.map(({ id, status, assumes }) => [
		id,
		status,
		assumes,
	]);
	console.log(table(["ASSUMPTION", "STATUS", "ASSUMES"], rows));
}

/** `understudy used-assumptions`. */
export async function runUsedAssumptions(flags: ControlFlags): Promise<void> {
	const rested = await withControl(flags, (control) =>
		control.usedAssumptions(),
	);
	if (flags.json) return printJson(rested);
	const { exchanges, assumptions } = rested;
	const rows = assumptions.map((each) => [
		each.id,
		each.status,
		`${each.exchanges} of ${exchanges}`,
		each.assumes,
	]);
	console.log(
		rows.length === 0
			? "No answer has rested on an assumption yet."
			: table(["ASSUMPTION", "STATUS", "EXCHANGES", "ASSUMES"], rows),
	);
}
