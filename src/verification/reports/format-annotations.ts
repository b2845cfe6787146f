import type { VerificationResults } from "./results.ts";

interface Annotation {
	readonly binds: boolean;
	readonly title: string;
	readonly message: string;
}

/** @see https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const escapeMessage = (text: string): string =>
	text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string =>
	escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** GitHub shows at most ten annotations of each step. */
const MAX_ANNOTATIONS = 10;

function listAnnotations(results: VerificationResults): Annotation[] {
	const { missing, notices, differences, unexplained, byVerdict } = results;
	const unexplainedRefutations = byVerdict.refuted.filter(
		({ explainedBy }) => explainedBy === undefined,
	);
	return [
		...missing.map(({ operation, method, path, why }) => ({
			binds: true,
			title: operation,
			message: `${method} ${path} ${why}`,
		})),
		...notices.map((message) => ({
			binds: true,
			title: "not verified",
			message,
		})),
		...differences.map((each) => ({
			binds: each.binds,
			title: each.name,
			message: `${each.where}: expected ${each.expected}, but was ${each.actual}\n${each.curl}`,
		})),
		...unexplained.map(({ description, mismatches }) => ({
			binds: true,
			title: description,
			message: mismatches
				.map(({ where, message }) => `${where}: ${message}`)
				.join("\n"),
		})),
		...unexplainedRefutations.map(({ id, binds, why }) => ({
			binds,
			title: `${id} is refuted`,
			message: why,
		})),
	];
}

/**
 * Returns workflow commands of GitHub Actions, at most ten: binding failures and differences as errors, then others as
 * warnings.
 */
export function formatAnnotations(results: VerificationResults): string[] {
	const all = listAnnotations(results).sort(
		(a, b) => Number(b.binds) - Number(a.binds),
	);
	const left = all.length - MAX_ANNOTATIONS + 1;
	if (left > 1)
		all.splice(MAX_ANNOTATIONS - 1, left, {
			binds: false,
			title: `${left} more`,
			message: "See the summary or the log of this step.",
		});
	return all.map(({ binds, title, message }) => {
		const level = binds ? "error" : "warning";
		return `::${level} title=${escapeProperty(title)}::${escapeMessage(message)}`;
	});
}
