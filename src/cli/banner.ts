import pc from "picocolors";
import type { LedgerEntry } from "../service-engine.ts";

/** What a person who starts the server wants to see first. */
export interface Stage {
	/** What is stood in for. */
	readonly title: string;
	readonly url: string;
	readonly operations: readonly {
		readonly id: string;
		readonly method: string;
		readonly path: string;
		readonly summary: string;
	}[];
	readonly ledger: readonly LedgerEntry[];
	readonly dataset: string;
	readonly seed: number;
	readonly clock: string;
	readonly scenario: string;
}

function provenance(
	ledger: readonly LedgerEntry[],
	operations: number,
): string[] {
	const withStatus = (status: LedgerEntry["status"]): readonly LedgerEntry[] =>
		ledger.filter((entry) => entry.status === status);
	const [assumed, confirmed, refuted] = [
		withStatus("assumed"),
		withStatus("confirmed"),
		withStatus("refuted"),
	];
	return [
		`  ${operations} methods and paths are specified; all else rests on ${ledger.length} assumptions:`,
		`  ${pc.yellow(`${assumed.length} unconfirmed`)}, ${pc.green(`${confirmed.length} confirmed`)}, ${refuted.length > 0 ? pc.bold(pc.red(`${refuted.length} REFUTED`)) : "0 refuted"}.`,
		...refuted.map(({ id, assumes }) => pc.red(`  REFUTED ${id}: ${assumes}`)),
		`  ${pc.dim("Each answer names its own in Mock-Assumptions; the docs explain them in assumptions.md.")}`,
	];
}

export function banner({
	title,
	url,
	operations,
	ledger,
	dataset,
	seed,
	clock,
	scenario,
}: Stage): string {
	const widest = (
		pick: (operation: Stage["operations"][number]) => string,
	): number => Math.max(...operations.map((each) => pick(each).length));
	const [paths, ids] = [widest(({ path }) => path), widest(({ id }) => id)];
	return [
		"",
		`  ${pc.bold("Understudy")} stands in for the ${title} at ${pc.cyan(url)}`,
		"",
		...operations.map(
			({ id, method, path, summary }) =>
				`  ${pc.bold(method.padEnd(4))}  ${path.padEnd(paths)}  ${id.padEnd(ids)}  ${pc.dim(summary)}`,
		),
		"",
		...provenance(ledger, operations.length),
		"",
		`  ${pc.dim(`dataset ${dataset}, scenario ${scenario}, seed ${seed}, clock ${clock}; Ctrl+C stops`)}`,
		"",
	].join("\n");
}
