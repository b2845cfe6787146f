import { Command } from "commander";
import { addControlAction } from "./add-control-action.ts";
import { formatTable } from "./table.ts";

export const assumptionsCommand = (): Command =>
	addControlAction(
		new Command("assumptions").description(
			"List everything that a running mock assumes about the service.",
		),
		async ({ control }) => {
			const assumptions = await control.assumptions();
			const rows = assumptions.map(({ id, status, assumes }) => [
				id,
				status,
				assumes,
			]);
			return {
				json: { assumptions },
				lines: formatTable(["ASSUMPTION", "STATUS", "ASSUMES"], rows),
			};
		},
	);

export const usedAssumptionsCommand = (): Command =>
	addControlAction(
		new Command("used-assumptions").description(
			"List the assumptions that the responses of a running mock have depended on so far.",
		),
		async ({ control }) => {
			const used = await control.usedAssumptions();
			const rows = used.assumptions.map((each) => [
				each.id,
				each.status,
				`${each.exchanges} of ${used.exchanges}`,
				each.assumes,
			]);
			const columns = ["ASSUMPTION", "STATUS", "EXCHANGES", "ASSUMES"];
			return {
				json: used,
				lines:
					rows.length > 0
						? formatTable(columns, rows)
						: ["No response has depended on an assumption yet."],
			};
		},
	);
