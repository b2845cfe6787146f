import type { LedgerChange } from "../../entries/verify.ts";
import { commandLine } from "../../values/command-line.ts";
import { formatList, plural } from "../../values/plural.ts";
import type { VerificationResults } from "../../verification/reports/results.ts";

/** The result of `--record`. */
interface Recording {
	readonly ledger: string;
	readonly changes: readonly LedgerChange[];
}

const MAX_NAMES = 3;

function listFirst(names: readonly string[]): string {
	const more = names.length - MAX_NAMES;
	return formatList(
		more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names,
	);
}

/**
 * Returns how to let the mock follow the service.
 * @param isOwn whether the document is not that of the package
 */
function changeMock(
	all: readonly { readonly id: string }[],
	isOwn: boolean,
): string {
	const ids = listFirst(all.map(({ id }) => id));
	const how = isOwn
		? `\`${commandLine("align")}\` proposes edits, see docs/align.md`
		: `\`${commandLine("init")}\` writes a copy to change, see docs/document.md`;
	return `change the parts of your OpenAPI document that depend on ${ids} (${how})`;
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
	const remedies = [
		[/refused the connection/, "--wait until it has started"],
		[/^http:\S+ closed/, "a base URL with https if the port expects TLS"],
		[/^/, "--timeout for more time"],
	] as const;
	const found = remedies.find(([cause]) =>
		cause.test(`${provider} ${first.why}`),
	);
	return `${sentence} Start the service, fix the base URL, or pass ${found?.[1]}.`;
}

function explainFailure(results: VerificationResults, isOwn: boolean): string {
	const { missing: failed, byVerdict, broken } = results;
	if (failed.some(({ status }) => status && status >= 300 && status < 400))
		return "Pass the base URL at which the service responds without redirects. Redirects are not followed.";
	if (failed.length > 0)
		return `Fix ${listFirst(failed.map(({ operation }) => operation))} in the service, or fix the base URL. The specification requires ${failed.length === 1 ? "this operation" : "these operations"}.`;
	const refuted = byVerdict.refuted.filter(({ binds }) => binds);
	return refuted.length > 0
		? `Fix the service, or ${changeMock(refuted, isOwn)}.`
		: `${plural(broken, "binding interaction")} failed. Fix the service, or change what its consumer relies on.`;
}

function explainRecording(
	{ ledger, changes }: Recording,
	results: VerificationResults,
	isOwn: boolean,
): string {
	const recorded = `Recorded ${plural(changes.length, "verdict")} in ${ledger}.`;
	if (results.exitCode === 1)
		return `${recorded} What failed cannot be recorded: ${explainFailure(results, isOwn)}`;
	if (changes.length === 0) return `${ledger} is up to date.`;
	const refuted = changes.filter(({ to }) => to === "refuted");
	return refuted.length > 0
		? `${recorded} Now ${changeMock(refuted, isOwn)}.`
		: `${recorded} Confirmed assumptions are binding from now on.`;
}

function explainSuccess(results: VerificationResults, isOwn: boolean): string {
	const { assumptions, confirmed, refuted: known } = results;
	const unconfirmed = assumptions.filter(({ id }) => !confirmed.includes(id));
	const refuted = unconfirmed.filter(({ verdict }) => verdict === "refuted");
	const isRecorded = refuted.every(({ id }) => known.includes(id));
	if (refuted.length > 0)
		return `To match the service, ${changeMock(refuted, isOwn)}.${isRecorded ? "" : " To record the result in the ledger, run again with --record."}`;
	return unconfirmed.some(({ verdict }) => verdict === "held")
		? "To record in the ledger which assumptions hold, run again with --record."
		: "Everything binding was checked and holds.";
}

/** Returns the conclusion of a verification and the next step. */
export function nextStep(
	results: VerificationResults,
	{
		recording,
		isOwn = false,
	}: {
		readonly recording?: Recording | undefined;
		/** Whether the document is not that of the package. */
		readonly isOwn?: boolean;
	} = {},
): string {
	if (results.exitCode === 2) return explainUnverified(results);
	if (recording) return explainRecording(recording, results, isOwn);
	return results.exitCode === 1
		? explainFailure(results, isOwn)
		: explainSuccess(results, isOwn);
}
