import type { Contract, Send } from "../contract.ts";
import { startProxy } from "../pact/start-proxy.ts";
import type { Verification } from "../report.ts";
import { verifyContract } from "../verify.ts";
import type {
	InternalVerifyOptions,
	VerifyOptions,
} from "../verify-options.ts";
import { findTarget } from "./find-target.ts";
import type { RecordedExchange } from "./mutation.ts";

/** Verifies a provider and records every exchange with it, in order, including those that arrange states. */
export async function recordExchanges(
	contract: Contract,
	send: Send,
	options: VerifyOptions,
	parts: InternalVerifyOptions,
): Promise<{ verification: Verification; exchanges: RecordedExchange[] }> {
	const exchanges: RecordedExchange[] = [];
	// Requests before the first check probe the surface. They are not recorded.
	let check: string | undefined;
	await using proxy = await startProxy(async (request) => {
		const response = await send(request);
		const target = findTarget(request, contract.operations);
		if (check !== undefined)
			exchanges.push({ check, target, request, response });
		return response;
	});
	const verification = await verifyContract(contract, proxy.url, options, {
		...parts,
		onCheck: (description) => {
			check = description;
		},
	});
	return { verification, exchanges };
}
