import { isDeepStrictEqual } from "node:util";
import type {
	Contract,
	OutgoingRequest,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "../contract.ts";
import { findTarget } from "../find-target.ts";
import { type ExchangeProxy, startProxy } from "../pact/start-proxy.ts";
import type { Mutant } from "./mutation.ts";

/** What an active mutant has done so far. */
export interface MutantActivity {
	/** The number of responses that the mutation applied to. */
	readonly applied: number;
	/** The exchanges whose response it changed, as the client received them. */
	readonly changed: readonly ProviderExchange[];
}

export interface MutantProxy extends ExchangeProxy {
	/** Applies the mutant to all further responses. The returned activity is live. */
	activate(mutant: Mutant): MutantActivity;
}

/** Removes the Date header, which differs between responses that are otherwise equal. */
const withoutDate = ({
	headers: { date: _, ...headers },
	...rest
}: ProviderResponse) => ({ ...rest, headers });

/** Starts a proxy that turns the provider into one mutant at a time. */
export async function startMutantProxy(
	{ operations }: Contract,
	send: Send,
): Promise<MutantProxy> {
	let mutant: Mutant | undefined;
	let activity = { applied: 0, changed: [] as ProviderExchange[] };

	async function sendMutated(
		request: OutgoingRequest,
	): Promise<ProviderResponse> {
		const response = await send(request);
		const target = findTarget(request, operations);
		if (target !== mutant?.target || response.status !== mutant.status)
			return response;
		const mutated = await mutant.mutation.mutate(
			{ target, request, response },
			send,
		);
		if (!mutated) return response;
		activity.applied += 1;
		if (!isDeepStrictEqual(withoutDate(response), withoutDate(mutated)))
			activity.changed.push({ target, request, response: mutated });
		return mutated;
	}
	const proxy = await startProxy(sendMutated);
	return {
		...proxy,
		activate(next) {
			mutant = next;
			activity = { applied: 0, changed: [] };
			return activity;
		},
	};
}
