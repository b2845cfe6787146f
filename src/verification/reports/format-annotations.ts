import {
	findCauses,
	isBindingAssumption,
	isBindingFailure,
	isBindingRefutation,
} from "../binding.ts";
import type { Verification } from "../report.ts";
import {
	type DifferenceSummary,
	listOperations,
	summarizeDifferences,
} from "./summarize-differences.ts";

/** @see https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const escapeMessage = (text: string): string =>
	text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string =>
	escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const format = (
	level: "error" | "warning",
	title: string,
	message: string,
): string =>
	`::${level} title=${escapeProperty(title)}::${escapeMessage(message)}`;

/** GitHub shows at most ten annotations of each step. */
const MAX_ANNOTATIONS = 10;

/**
 * Returns workflow commands of GitHub Actions, at most ten: binding failures and differences as errors, then others as
 * warnings.
 */
export function formatAnnotations(verification: Verification): string[] {
	const all = listAnnotations(verification).sort(
		(a, b) => Number(b.startsWith("::error")) - Number(a.startsWith("::error")),
	);
	if (all.length <= MAX_ANNOTATIONS) return all;
	const shown = all.slice(0, MAX_ANNOTATIONS - 1);
	const left = all.length - shown.length;
	return [
		...shown,
		format(
			"warning",
			`${left} more`,
			"See the summary or the log of this step.",
		),
	];
}

function listAnnotations(verification: Verification): string[] {
	const { report, notices } = verification;
	const isBinding = ({ assumptions }: DifferenceSummary): boolean =>
		assumptions.some((id) => isBindingAssumption(verification, id));
	const missing = report.surface
		.filter(({ verdict }) => verdict === "failed")
		.map(({ operation }) => operation);
	const unexplained = report.interactions.filter(
		(result) =>
			isBindingFailure(verification, result) &&
			!missing.includes(result.operation) &&
			findCauses(verification, result).length === 0,
	);
	const isExplained = (id: string): boolean =>
		[...report.differences, ...unexplained].some(({ assumptions }) =>
			assumptions.includes(id),
		);
	return [
		...report.surface
			.filter(({ verdict }) => verdict === "failed")
			.map(({ operation, method, path, why }) =>
				format("error", operation, `${method} ${path} ${why}`),
			),
		...notices.map((notice) => format("error", "not verified", notice)),
		...summarizeDifferences(verification).map((difference) =>
			format(
				isBinding(difference) ? "error" : "warning",
				`${listOperations(difference)}: ${difference.title}`,
				`${difference.where}: expected ${difference.expected}, but was ${difference.actual}\n${difference.curl}`,
			),
		),
		...unexplained.map(({ description, mismatches }) =>
			format(
				"error",
				description,
				mismatches
					.map(({ where, message }) => `${where}: ${message}`)
					.join("\n"),
			),
		),
		...report.assumptions
			.filter(({ id, verdict }) => verdict === "refuted" && !isExplained(id))
			.map((assumption) =>
				format(
					isBindingRefutation(verification, assumption) ? "error" : "warning",
					`${assumption.id} is refuted`,
					assumption.why,
				),
			),
	];
}
