import type { Verification } from "../report.ts";

/** The report as it is written to a file: what may be relied on, and nothing besides. */
export function formatJsonReport({ report }: Verification): string {
	const shown = {
		...report,
		surface: report.surface.map(
			({ operation, method, path, status, verdict }) => ({
				operation,
				method,
				path,
				status,
				verdict,
			}),
		),
		interactions: report.interactions.map(
			({ notVerified, mismatches, ...result }) => ({
				...result,
				// Where it did not come to an answer, the reason stands in the place of one.
				mismatches:
					notVerified === undefined
						? mismatches
						: [
								{
									where: "status",
									expected: "an answer",
									actual: "none",
									message: notVerified,
								},
							],
			}),
		),
	};
	return `${JSON.stringify(shown, null, 2)}\n`;
}
