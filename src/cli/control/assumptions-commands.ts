import { Command } from "commander";
import { addControlAction } from "./add-control-action.ts";
import { formatTable } from "./table.ts";

export function assumptionsCommand(): Command {
	const command = new Command("assumptions").description(
		"List everything that a running mock assumes about the service.",
	);
	return addControlAction(command, async ({ control }) => {
		const assumptions = await control.assumptions();
		const rows = assumptions.map((each) => [
			each.id,
			each.status,
			each.assumes,
		]);
		return {
			json: { assumptions },
			lines: formatTable(["ASSUMPTION", "STATUS", "ASSUMES"], rows),
		};
	});
}

export function usedAssumptionsCommand(): Command {
	const command = new Command("used-assumptions").description(
		"List the assumptions that the responses of a running mock have depended on so far.",
	);
	return addControlAction(command, async ({ control }) => {
		const used = await control.usedAssumptions();
		const rows = used.assumptions.map((each) => [
			each.id,
			each.status,
			`${each.exchanges} of ${used.exchanges}`,
			each.assumes,
		]);
		const columns = ["ASSUMPTION", "STATUS", "EXCHANGES", "ASSUMES"];
		const lines =
			rows.length > 0
				? formatTable(columns, rows)
				: ["No response has depended on an assumption yet."];
		return { json: used, lines };
	});
}
