import type { Mismatch } from "./contract.ts";
import type { SurfaceResult } from "./probe-surface.ts";

export type Provenance = "confirmed" | "assumed" | "external";

export type AssumptionVerdict = "held" | "refuted" | "untested";

export interface InteractionResult {
	readonly description: string;
	readonly operation: string;
	readonly provenance: Provenance;
	readonly passed: boolean;
	readonly assumptions: readonly string[];
	readonly mismatches: readonly Mismatch[];
	/** A sentence, where it could not be verified; such a result says nothing about the provider. */
	readonly notVerified?: string;
}

export interface AssumptionResult {
	readonly id: string;
	readonly verdict: AssumptionVerdict;
	readonly why: string;
}

/** What a verification found. */
export interface VerificationReport {
	/** The base URL. */
	readonly provider: string;
	/** RFC 3339. */
	readonly startedAt: string;
	readonly durationMs: number;
	readonly summary: {
		readonly specified: { readonly passed: number; readonly failed: number };
		readonly confirmed: { readonly passed: number; readonly failed: number };
		readonly assumed: {
			readonly held: number;
			readonly refuted: number;
			readonly untested: number;
		};
		readonly external: { readonly passed: number; readonly failed: number };
	};
	readonly surface: readonly SurfaceResult[];
	readonly interactions: readonly InteractionResult[];
	readonly assumptions: readonly AssumptionResult[];
}

export interface Verification {
	/** 0: every binding check was done and holds. 1: something binding is broken. 2: something could not be verified. */
	readonly exitCode: 0 | 1 | 2;
	readonly report: VerificationReport;
	/** Whether assumptions bound too. */
	readonly strict: boolean;
	/** The assumptions that were confirmed before, and bind. */
	readonly confirmed: readonly string[];
	/** Sentences about what could not be verified, with what to do. */
	readonly notices: readonly string[];
	/** Why the ledger must not be written, where it must not. */
	readonly notRecordable: string | undefined;
}
