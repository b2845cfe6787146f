import { isBindingFailure, isBindingRefutation } from "../binding.ts";
import type { Verification } from "../report.ts";

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
 * Returns workflow commands of GitHub Actions, at most ten: binding failures as errors, then other refuted assumptions as
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
	return [
		...report.surface
			.filter(({ verdict }) => verdict === "failed")
			.map(({ operation, method, path, why }) =>
				format("error", operation, `${method} ${path} ${why}`),
			),
		...notices.map((notice) => format("error", "not verified", notice)),
		...report.interactions
			.filter((result) => isBindingFailure(verification, result))
			.map(({ description, mismatches }) =>
				format(
					"error",
					description,
					mismatches
						.map(({ where, message }) => `${where}: ${message}`)
						.join("\n"),
				),
			),
		...report.assumptions
			.filter(({ verdict }) => verdict === "refuted")
			.map((assumption) =>
				format(
					isBindingRefutation(verification, assumption) ? "error" : "warning",
					`${assumption.id} is refuted`,
					assumption.why,
				),
			),
	];
}
