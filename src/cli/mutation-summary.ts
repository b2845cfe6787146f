import pc from "picocolors";
import type { KindTally, MutantPlace, MutationReport } from "../verify.ts";
import { plain } from "./columns.ts";

/** Rounded down, so that 100% are all of them. */
const percent = (score: number): string =>
	`${(Math.floor(score * 1000) / 10).toFixed(1)}%`;

const widest = (texts: readonly string[]): number =>
	Math.max(0, ...texts.map((text) => text.length));

function table(kinds: readonly KindTally[]): string[] {
	const width = widest(kinds.map(({ kind }) => kind));
	return [
		pc.dim(
			`  ${"what was done to the answers".padEnd(width)}  mutants  killed  equivalent`,
		),
		...kinds.map(({ kind, mutants, killed, equivalent }) => {
			const told = `${`${killed}`.padStart(6)}`;
			return `  ${kind.padEnd(width)}  ${`${mutants}`.padStart(7)}  ${killed < mutants ? pc.red(told) : told}  ${`${equivalent}`.padStart(10)}`;
		}),
	];
}

function places(mark: string, mutants: readonly MutantPlace[]): string[] {
	const operations = widest(mutants.map(({ operation }) => operation));
	const wheres = widest(mutants.map(({ where }) => where));
	return mutants.map(
		({ operation, where, mutation }) =>
			`    ${mark} ${operation.padEnd(operations)}  ${plain(where).padEnd(wheres)}  ${plain(mutation)}`,
	);
}

function equivalents({ equivalents }: MutationReport): string[] {
	const reasons = [...new Set(equivalents.map(({ why }) => why))];
	return reasons.flatMap((why) => [
		"",
		`  ${pc.bold("Equivalent")}, since ${plain(why)}`,
		...places(
			pc.dim("="),
			equivalents.filter((each) => each.why === why),
		),
	]);
}

/** What a person at a terminal reads of a contract's strength. */
export function mutationSummary(report: MutationReport, min: number): string {
	const { mutants, killed, equivalent, score, durationMs, survivors } = report;
	const told = `${killed} of ${mutants} mutants were killed, ${percent(score)}`;
	const isEnough = score * 100 >= min;
	return [
		"",
		...table(report.kinds),
		...equivalents(report),
		...(survivors.length > 0
			? ["", `  ${pc.bold("Survived")}`, ...places(pc.red("✗"), survivors)]
			: []),
		"",
		`  ${pc.bold(isEnough ? pc.green(told) : pc.red(told))}; ${equivalent} equivalent ones are not counted. It took ${Math.round(durationMs / 1000)} s.`,
		...(isEnough
			? []
			: [
					`  That is less than ${min}%. Strengthen the interactions until each survivor is killed, or explain it.`,
				]),
		"",
	].join("\n");
}
