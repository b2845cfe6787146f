import { plural } from "../../values/plural.ts";
import {
	isBindingFailure,
	isBindingRefutation,
	isBroken,
	isUsed,
} from "../binding.ts";
import type { AssumptionVerdict, Verification } from "../report.ts";

export const countAssumptions = (
	{ report }: Verification,
	verdict: AssumptionVerdict,
): number =>
	report.assumptions.filter((each) => each.verdict === verdict).length;

/** Names the ledger. Without one, a wrong working directory would go unnoticed. */
export const stateLedger = ({ ledger }: Verification): string =>
	ledger === undefined
		? "No ledger was found, so the statuses in the package apply"
		: `Ledger: ${ledger}`;

/** Returns the verdict of a verification. What the test suite depends on comes first. */
export function stateVerdict(verification: Verification): string {
	const { used, report, exitCode } = verification;
	if (!used) return stateResult(verification);
	const { tests, exchanges, assumptions } = used;
	const [count, noun] = tests > 0 ? [tests, "test"] : [exchanges, "exchange"];
	const select = (verdict: AssumptionVerdict): string[] =>
		report.assumptions
			.filter((each) => each.verdict === verdict)
			.map(({ id }) => id)
			.filter((id) => isUsed(verification, id));
	const refuted = select("refuted");
	const untested = select("untested");
	const sentences = [
		`Your ${plural(count, noun)} ${count === 1 ? "depends" : "depend"} on ${plural(assumptions.length, "assumption")}.`,
		`This service refutes ${refuted.length > 0 ? `${refuted.length}: ${refuted.join(", ")}` : "none of them"}.`,
	];
	const known = refuted.filter((id) => verification.refuted.includes(id));
	if (known.length > 0)
		sentences.push(
			`The ledger already records as refuted: ${known.join(", ")}.`,
		);
	if (untested.length > 0) sentences.push(`Untested: ${untested.join(", ")}.`);
	const others = { ...verification, used: undefined };
	if (exitCode === 2 || isBroken(others)) sentences.push(stateResult(others));
	return sentences.join(" ");
}

function stateResult(verification: Verification): string {
	const { report, exitCode, strict } = verification;
	const { surface, interactions, assumptions } = report;
	const failed = surface.filter(({ verdict }) => verdict === "failed").length;
	if (failed > 0)
		return `Failed: ${failed} of ${plural(surface.length, "operation")} of the specification ${failed === 1 ? "does" : "do"} not work.`;
	const refuted = countAssumptions(verification, "refuted");
	const exist = `${surface.length} of ${plural(surface.length, "operation")} exist.`;
	const of = `${refuted} of ${plural(assumptions.length, "assumption")}`;
	if (exitCode === 1) {
		const binding = assumptions.filter((each) =>
			isBindingRefutation(verification, each),
		).length;
		const broken = interactions.filter((each) =>
			isBindingFailure(verification, each),
		).length;
		return binding > 0
			? `Failed: the service refutes ${strict ? of : `${plural(binding, "confirmed assumption")}`}.`
			: `Failed: ${plural(broken, "binding check")} failed.`;
	}
	if (exitCode === 2) return "Could not tell: something could not be verified.";
	if (refuted === 0)
		return `${exist} The service contradicts none of ${plural(assumptions.length, "assumption")}.`;
	const known = assumptions
		.filter(({ verdict }) => verdict === "refuted")
		.map(({ id }) => id)
		.filter((id) => verification.refuted.includes(id));
	if (known.length === 0)
		return `${exist} The service contradicts ${of}; none of them is binding (see --strict).`;
	const recorded = `recorded as refuted: ${known.join(", ")}`;
	return known.length === refuted
		? `${exist} The service contradicts ${of}; all of them are ${recorded}.`
		: `${exist} The service contradicts ${of}; ${known.length} of them ${known.length === 1 ? "is" : "are"} ${recorded}. None of the others is binding (see --strict).`;
}
