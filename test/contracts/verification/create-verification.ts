import type {
	AssumptionResult,
	Difference,
	InteractionResult,
	Verification,
	VerificationReport,
} from "../../../src/verification/report.ts";
import {
	summarizeResults,
	type VerificationResults,
} from "../../../src/verification/reports/results.ts";

const counts = (passed: number) => ({ passed, failed: 0 });

/** The summary of a service that meets the whole contract, without a ledger. */
export const MET: VerificationReport["summary"] = {
	specified: counts(7),
	confirmed: counts(0),
	assumed: { held: 23, refuted: 0, untested: 3 },
	external: counts(0),
};

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
				...{ specified: counts(0), confirmed: counts(0), external: counts(0) },
				assumed: { held: 0, refuted: 0, untested: 0 },
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

export const createResults = (
	parts?: Parameters<typeof createVerification>[0],
): VerificationResults => summarizeResults(createVerification(parts));

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

/** A difference that refutes an assumption. */
export const DIFFERENCE: Difference = {
	operation: "createZap",
	where: "$.name",
	expected: "name",
	actual: "missing",
	assumptions: ["a.confirmed"],
	count: 2,
	explains: [],
	example: {
		request: {
			method: "POST",
			path: "/v1/zaps",
			headers: {},
			body: { a: "'" },
		},
		response: { status: 201, headers: {}, body: "```\n<script>" },
	},
};
