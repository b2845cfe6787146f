import type { Contract, ExampleRequest, Send } from "./contract.ts";
import { type Check, findOperationId } from "./judge.ts";
import type { StateModule } from "./pact/create-state-handler.ts";
import type { PactVerifier } from "./pact/start-pact-verifier.ts";

export interface VerifyOptions {
	/** Files, folders or addresses of pacts; the shipped one when absent. */
	readonly pacts?: readonly string[];
	/** Sent with every request. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Requests to send instead of the examples of the document, by operation. */
	readonly examples?: Readonly<Record<string, ExampleRequest>>;
	/** Needed where the provider is not on this machine, since commands are really submitted; false when absent. */
	readonly allowWrites?: boolean;
	/** Handlers of provider states, their module, or the address of a hook; the service's own operations when absent. */
	readonly states?: string | StateModule;
	/** The ledger whose confirmed assumptions bind; the shipped one when absent. */
	readonly ledger?: string;
	/** Whether assumptions bind too; false when absent. */
	readonly strict?: boolean;
	/** The operations to verify; all when absent. */
	readonly only?: readonly string[];
	/** For one exchange, body included, in milliseconds; 10,000 when absent. */
	readonly timeoutMs?: number;
	/** For the whole run, in seconds; 120 when absent. */
	readonly deadlineS?: number;
	/** Told in short words how far it has come. */
	readonly onProgress?: (message: string) => void;
	/** Given Pact's own words. */
	readonly onPactOutput?: (text: string) => void;
}

/** What one run may share with others of the engine. */
export interface InternalVerifyOptions {
	/** Whether to carry out the interaction or the probe of this description; all when absent. */
	readonly includes?: (description: string) => boolean;
	/** Told of each interaction and probe before its arrangement begins. */
	readonly onCheck?: (description: string) => void;
	/** One of its own when absent. */
	readonly verifier?: PactVerifier;
}

/** What one run works with. */
export interface VerificationContext {
	readonly contract: Contract;
	readonly options: VerifyOptions;
	readonly parts: InternalVerifyOptions;
	readonly send: Send;
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	/** The operations whose probe passed or failed; the others were not reached. */
	readonly reached: ReadonlySet<string>;
}

/** Whether the operation is one of those asked for, and its probe was answered. */
export const isReached = (
	{ options: { only }, reached }: VerificationContext,
	operation: string,
): boolean =>
	reached.has(operation) && (only === undefined || only.includes(operation));

/** What an interaction or a probe is checked for; `external` where the pact is not ours. */
export function checkOf(
	contract: Contract,
	{
		description,
		assumptions,
		status,
	}: Pick<Check, "description" | "assumptions" | "status">,
	external: boolean,
): Check {
	const isConfirmed = (id: string): boolean =>
		contract.ledger.some(
			(entry) => entry.id === id && entry.status === "confirmed",
		);
	const ours = assumptions.every(isConfirmed) ? "confirmed" : "assumed";
	return {
		description,
		operation: findOperationId(description, contract.operations),
		assumptions: assumptions,
		status,
		provenance: external ? "external" : ours,
	};
}
