import { isBinding, isBindingRefutation } from "../verification/binding.ts";
import type { Verification } from "../verification/report.ts";

/** What `--record` did. */
export interface Recording {
	readonly ledger: string;
	readonly changes: readonly { readonly id: string; readonly to: string }[];
}

const NAMED = 3;

function list(ids: readonly string[]): string {
	const more = ids.length - NAMED;
	const shown = more > 0 ? [...ids.slice(0, NAMED), `${more} more`] : ids;
	return shown.length < 2
		? shown.join("")
		: `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

const sentence = (text: string): string =>
	/[.!?]$/.test(text) ? text : `${text}.`;

/** Why it could not be verified, and what to do. */
function unverified({ report, notices }: Verification): string {
	const missed = report.surface.filter(
		({ verdict }) => verdict === "not verified",
	);
	const [first] = missed;
	if (!first) return sentence(notices[0] ?? "Nothing was verified");
	const isAll = missed.length === report.surface.length;
	const why = sentence(
		isAll
			? `Nothing could be verified: ${report.provider} ${first.why}`
			: `${missed.length} of ${report.surface.length} operations could not be verified: ${first.operation} ${first.why}`,
	);
	return first.status === null
		? `${why} Start the service, correct the base URL, or pass --timeout for more time.`
		: why;
}

const TEACH =
	"run `npm run generate` and `npm run contracts`, and the mock follows";

function broken(verification: Verification): string {
	const { report, strict } = verification;
	const missing = report.surface.filter(({ verdict }) => verdict === "failed");
	if (
		missing.some(
			({ status }) => status !== null && status >= 300 && status < 400,
		)
	)
		return "Pass the base URL that the service really answers at; redirects are not followed.";
	if (missing.length > 0)
		return `Mend ${list(missing.map(({ operation }) => operation))} in the service, or correct the base URL; the specification demands ${missing.length === 1 ? "it" : "them"}.`;
	const refuted = report.assumptions.filter((each) =>
		isBindingRefutation(verification, each),
	);
	if (refuted.length > 0) {
		const ids = list(refuted.map(({ id }) => id));
		return strict
			? `Change contracts/openapi.yaml where it rests on ${ids}, or mend the service; then ${TEACH}.`
			: `Mend the service, which no longer holds ${ids}; or, where it is meant to differ, run again with --record and change contracts/openapi.yaml.`;
	}
	const failed = report.interactions.filter(
		(each) => !each.passed && isBinding(verification, each),
	);
	return `Mend the service, or change what ${failed.length === 1 ? "its consumer relies" : "its consumers rely"} on: ${failed.length} binding ${failed.length === 1 ? "interaction" : "interactions"} failed.`;
}

function recorded({ ledger, changes }: Recording): string {
	if (changes.length === 0) return `${ledger} already says what was seen.`;
	const refuted = changes.filter(({ to }) => to === "refuted");
	const told = `Recorded ${changes.length} ${changes.length === 1 ? "verdict" : "verdicts"} in ${ledger}.`;
	return refuted.length > 0
		? `${told} Change contracts/openapi.yaml where it rests on ${list(refuted.map(({ id }) => id))}; then ${TEACH}.`
		: `${told} Now run \`npm run generate\` and \`npm run contracts\`, and what was confirmed binds.`;
}

function held({ report, confirmed }: Verification): string {
	const idsOf = (verdict: string): string[] =>
		report.assumptions
			.filter(
				(each) => each.verdict === verdict && !confirmed.includes(each.id),
			)
			.map(({ id }) => id);
	const refuted = idsOf("refuted");
	if (refuted.length > 0)
		return `Change contracts/openapi.yaml where it rests on ${list(refuted)}, then ${TEACH}; or run again with --record to note it.`;
	return idsOf("held").length > 0
		? "Run again with --record to note in the ledger what was seen to hold."
		: "All that binds was checked, and holds.";
}

/** What it comes to, and the next step. */
export function nextStep(
	verification: Verification,
	recording?: Recording,
): string {
	if (verification.exitCode === 2) return unverified(verification);
	if (recording) return recorded(recording);
	return verification.exitCode === 1
		? broken(verification)
		: held(verification);
}
