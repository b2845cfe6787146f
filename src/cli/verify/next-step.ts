import type { LedgerChange } from "../../entries/verify.ts";
import { commandLine } from "../../values/command-line.ts";
import { plural } from "../../values/plural.ts";
import type { VerificationResults } from "../../verification/reports/results.ts";

/** The result of `--record`. */
interface Recording {
	readonly ledger: string;
	readonly changes: readonly LedgerChange[];
}

const MAX_NAMES = 3;
// British English, because the American list has a comma before "and".
const LIST = new Intl.ListFormat("en-GB");

function formatList(names: readonly string[]): string {
	const more = names.length - MAX_NAMES;
	return LIST.format(
		more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names,
	);
}

type Identified = readonly { readonly id: string }[];

const formatIds = (all: Identified): string =>
	formatList(all.map(({ id }) => id));

/** Returns how to change the mock. The files of an installed package must not be changed. */
function changeMock(all: Identified, isInstalled: boolean): string {
	const parts = `that depend on ${formatIds(all)}`;
	return isInstalled
		? `change the parts of the OpenAPI document ${parts}, in the copy that \`${commandLine("init")}\` writes (see docs/document.md)`
		: `change the parts of contracts/openapi.yaml ${parts}; then run \`npm run generate\` and \`npm run contracts\` to update the mock`;
}

const endSentence = (text: string): string =>
	/[.!?]$/.test(text) ? text : `${text}.`;

function explainUnverified(results: VerificationResults): string {
	const { report, notices, notVerified: missed } = results;
	const { surface, provider } = report;
	const [first] = missed;
	if (!first) return endSentence(notices[0] ?? "");
	const subject =
		missed.length === surface.length
			? `Nothing could be verified: ${provider}`
			: `${missed.length} of ${surface.length} operations could not be verified: ${first.operation}`;
	const sentence = endSentence(`${subject} ${first.why}`);
	if (first.status !== null || /\b(TLS|certificate)\b/.test(first.why))
		return sentence;
	const isClosed = /^closed the connection/.test(first.why);
	const option = /refused the connection/.test(first.why)
		? "--wait until it has started"
		: isClosed && provider.startsWith("http:")
			? "a base URL with https if the port expects TLS"
			: "--timeout for more time";
	return `${sentence} Start the service, fix the base URL, or pass ${option}.`;
}

function explainFailure(
	results: VerificationResults,
	isInstalled: boolean,
): string {
	const { missing: failed, strict, confirmed, byVerdict, broken } = results;
	if (failed.some(({ status }) => status && status >= 300 && status < 400))
		return "Pass the base URL at which the service responds without redirects. Redirects are not followed.";
	if (failed.length > 0)
		return `Fix ${formatList(failed.map(({ operation }) => operation))} in the service, or fix the base URL. The specification requires ${failed.length === 1 ? "this operation" : "these operations"}.`;
	const refuted = byVerdict.refuted.filter(({ binds }) => binds);
	const lost = refuted.filter(({ id }) => confirmed.includes(id));
	if (lost.length > 0 && !strict)
		return `Fix the service, which no longer confirms ${formatIds(lost)}. If the change is intended, run again with --record and ${changeMock(refuted, isInstalled)}.`;
	if (refuted.length > 0)
		return `Fix the service, or ${changeMock(refuted, isInstalled)}.`;
	return `${plural(broken, "binding interaction")} failed. Fix the service, or change what its consumer relies on.`;
}

function explainRecording(
	{ ledger, changes }: Recording,
	results: VerificationResults,
	isInstalled: boolean,
): string {
	if (results.exitCode === 1)
		return `Recorded ${plural(changes.length, "verdict")} in ${ledger}. What failed cannot be recorded: ${explainFailure(results, isInstalled)}`;
	if (changes.length === 0) return `${ledger} is up to date.`;
	const refuted = changes.filter(({ to }) => to === "refuted");
	const lost = refuted.filter(({ from }) => from === "confirmed");
	const change =
		lost.length > 0
			? ` It confirmed ${formatIds(lost)}, which this service refutes.`
			: "";
	const next =
		refuted.length > 0
			? `Now ${changeMock(refuted, isInstalled)}.`
			: isInstalled
				? "Confirmed assumptions are binding from now on."
				: "Now run `npm run generate` and `npm run contracts`: confirmed assumptions become binding.";
	return `Recorded ${plural(changes.length, "verdict")} in ${ledger}.${change} ${next}`;
}

function explainSuccess(
	{ assumptions, confirmed, refuted: known }: VerificationResults,
	isInstalled: boolean,
): string {
	const unconfirmed = assumptions.filter(({ id }) => !confirmed.includes(id));
	const refuted = unconfirmed.filter(({ verdict }) => verdict === "refuted");
	const isRecorded = refuted.every(({ id }) => known.includes(id));
	if (refuted.length > 0)
		return `To match the service, ${changeMock(refuted, isInstalled)}.${isRecorded ? "" : " To record the result in the ledger, run again with --record."}`;
	return unconfirmed.some(({ verdict }) => verdict === "held")
		? "To record in the ledger which assumptions hold, run again with --record."
		: "Everything binding was checked and holds.";
}

/**
 * Returns the conclusion of a verification and the next step.
 * @param isInstalled whether the package is a dependency of another project
 */
export function nextStep(
	results: VerificationResults,
	recording?: Recording,
	isInstalled = false,
): string {
	if (results.exitCode === 2) return explainUnverified(results);
	if (recording) return explainRecording(recording, results, isInstalled);
	return results.exitCode === 1
		? explainFailure(results, isInstalled)
		: explainSuccess(results, isInstalled);
}
