import type { Contract, Send } from "../contract.ts";
import { startProxy } from "../pact/start-proxy.ts";
import type { Verification } from "../report.ts";
import { verifyContract } from "../verify.ts";
import type {
	InternalVerifyOptions,
	VerifyOptions,
} from "../verify-options.ts";
import type { RecordedExchange } from "./mutation.ts";
import { targetOf } from "./target.ts";

/** An exchange, and what it was made for. */
export interface Recorded extends RecordedExchange {
	/** The description of the interaction or probe; undefined where it was for none. */
	readonly check?: string;
}

export interface RecordedRun {
	readonly verification: Verification;
	/** In the order of their making, arrangements included. */
	readonly exchanges: readonly Recorded[];
}

/** Verifies a provider, and keeps every exchange with it. */
export async function record(
	contract: Contract,
	send: Send,
	options: VerifyOptions,
	parts: InternalVerifyOptions,
): Promise<RecordedRun> {
	const exchanges: Recorded[] = [];
	// What comes before the first is the probe of the surface.
	let check: string | undefined;
	await using proxy = await startProxy(async (request) => {
		const answer = await send(request);
		if (check !== undefined)
			exchanges.push({
				check,
				target: targetOf(request, contract.operations),
				request,
				answer,
			});
		return answer;
	});
	const verification = await verifyContract(contract, proxy.url, options, {
		...parts,
		onCheck: (description) => {
			check = description;
		},
	});
	return { verification, exchanges };
}
