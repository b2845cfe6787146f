import { bindsAssumption, isBinding } from "../binding.ts";
import type { Verification } from "../report.ts";

type Level = "error" | "warning";

/** @see https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const escapeMessage = (text: string): string =>
	text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string =>
	escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const annotation = (level: Level, title: string, message: string): string =>
	`::${level} title=${escapeProperty(title)}::${escapeMessage(message)}`;

/** What GitHub Actions shows beside a run: what binds and is broken as errors, what we merely assumed as warnings. */
export function formatAnnotations(verification: Verification): string[] {
	const { report, notices } = verification;
	const surface = report.surface
		.filter(({ verdict }) => verdict === "failed")
		.map(({ operation, method, path, why }) =>
			annotation("error", operation, `${method} ${path} ${why}`),
		);
	const interactions = report.interactions
		.filter(
			(result) =>
				!result.passed &&
				result.notVerified === undefined &&
				isBinding(verification, result),
		)
		.map(({ description, mismatches }) =>
			annotation(
				"error",
				description,
				mismatches
					.map(({ where, message }) => `${where}: ${message}`)
					.join("\n"),
			),
		);
	const assumptions = report.assumptions
		.filter(({ verdict }) => verdict === "refuted")
		.map((assumption) =>
			annotation(
				bindsAssumption(verification, assumption) ? "error" : "warning",
				`${assumption.id} is refuted`,
				assumption.why,
			),
		);
	const unverified = notices.map((notice) =>
		annotation("error", "not verified", notice),
	);
	return [...surface, ...unverified, ...interactions, ...assumptions];
}
