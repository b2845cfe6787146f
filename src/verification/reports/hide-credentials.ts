import type { Hide } from "../../values/create-hider.ts";
import type { Verification } from "../report.ts";

/** Redacts credentials in everything that the service sent, since it may repeat them. */
export function hideCredentials(
	verification: Verification,
	hide: Hide,
): Verification {
	const { report, notices } = verification;
	const { surface, interactions, assumptions, differences } = report;
	return {
		...verification,
		notices: hide(notices),
		report: {
			...report,
			surface: surface.map((each) => ({ ...each, why: hide(each.why) })),
			interactions: interactions.map((each) => ({
				...each,
				mismatches: hide(each.mismatches),
			})),
			assumptions: assumptions.map((each) => ({
				...each,
				why: hide(each.why),
			})),
			differences: differences.map((each) => ({
				...each,
				where: hide(each.where),
				expected: hide(each.expected),
				actual: hide(each.actual),
				example: hide(each.example),
			})),
			notReached: report.notReached.map((each) => ({
				...each,
				because: hide(each.because),
			})),
			additional: hide(report.additional),
		},
	};
}
