import type {
	AssumptionResult,
	InteractionResult,
	Verification,
	VerificationReport,
} from "../../../src/verification/report.ts";

/** Creates a verification, with defaults for the properties that a test does not set. */
export function createVerification({
	report = {},
	...others
}: Partial<Omit<Verification, "report">> & {
	readonly report?: Partial<VerificationReport>;
} = {}): Verification {
	return {
		exitCode: 0,
		strict: false,
		confirmed: [],
		refuted: [],
		isMock: false,
		notices: [],
		notRecordable: undefined,
		...others,
		report: {
			provider: "http://127.0.0.1:4020",
			startedAt: "2026-05-06T07:08:09.010Z",
			durationMs: 1234,
			summary: {
				specified: { passed: 0, failed: 0 },
				confirmed: { passed: 0, failed: 0 },
				assumed: { held: 0, refuted: 0, untested: 0 },
				external: { passed: 0, failed: 0 },
			},
			surface: [],
			interactions: [],
			assumptions: [],
			differences: [],
			notReached: [],
			additional: [],
			...report,
		},
	};
}

export const assumption = (
	id: string,
	verdict: AssumptionResult["verdict"],
	why = "seen",
): AssumptionResult => ({ id, verdict, why });

export const failing = (
	message: string,
	others: Partial<InteractionResult> = {},
): InteractionResult => ({
	description: "listZaps: the first page",
	operation: "listZaps",
	provenance: "assumed",
	passed: false,
	assumptions: ["zaps.page"],
	mismatches: [{ where: "$.items", expected: "[]", actual: "{}", message }],
	...others,
});
