import type { Verification } from "../report.ts";

/** Returns the report as JSON, with only the properties that are documented. */
export function formatJsonReport({ report }: Verification): string {
	const shown = {
		...report,
		surface: report.surface.map(({ why: _, ...result }) => result),
		interactions: report.interactions.map(
			({ notVerified, mismatches, ...result }) => ({
				...result,
				mismatches:
					notVerified === undefined
						? mismatches
						: [
								{
									where: "status",
									expected: "a response",
									actual: "none",
									message: notVerified,
								},
							],
			}),
		),
	};
	return `${JSON.stringify(shown, null, 2)}\n`;
}
