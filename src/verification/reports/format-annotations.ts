import type { VerificationResults } from "./results.ts";
import { listOperations } from "./summarize-differences.ts";

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
export function formatAnnotations(results: VerificationResults): string[] {
	const all = listAnnotations(results).sort(
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

function listAnnotations(results: VerificationResults): string[] {
	const { missing, notices, differences, unexplained, byVerdict } = results;
	const levelOf = ({ binds }: { readonly binds: boolean }) =>
		binds ? "error" : "warning";
	return [
		...missing.map(({ operation, method, path, why }) =>
			format("error", operation, `${method} ${path} ${why}`),
		),
		...notices.map((notice) => format("error", "not verified", notice)),
		...differences.map((difference) =>
			format(
				levelOf(difference),
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
		...byVerdict.refuted
			.filter(({ explainedBy }) => explainedBy === undefined)
			.map((assumption) =>
				format(
					levelOf(assumption),
					`${assumption.id} is refuted`,
					assumption.why,
				),
			),
	];
}
