import { isDeepStrictEqual } from "node:util";
import type {
	Contract,
	OutgoingRequest,
	ProviderResponse,
	Send,
} from "../contract.ts";
import { type ExchangeProxy, startProxy } from "../pact/start-proxy.ts";
import type { Mutant } from "./mutation.ts";
import { targetOf } from "./target.ts";

/** An exchange that a mutant changed. */
export interface Changed {
	readonly target: string;
	readonly request: OutgoingRequest;
	/** As the client got it. */
	readonly answer: ProviderResponse;
}

/** What became of the exchanges that a mutant has to do with. */
export interface Doings {
	/** How many it could have changed. */
	readonly tried: number;
	readonly changed: readonly Changed[];
}

export interface MutantProxy extends ExchangeProxy {
	/** Has the provider behave as the mutant from now on; gives what it does, as it does it. */
	become(mutant: Mutant): Doings;
}

/** Another moment is no other answer. */
const undated = ({
	headers: { date: _, ...headers },
}: ProviderResponse): ProviderResponse["headers"] => headers;

const isSame = (one: ProviderResponse, other: ProviderResponse): boolean =>
	one.status === other.status &&
	one.body.equals(other.body) &&
	isDeepStrictEqual(undated(one), undated(other));

/** Stands before a provider that passes, and makes one mutant of it at a time. */
export async function startMutantProxy(
	{ operations }: Contract,
	send: Send,
): Promise<MutantProxy> {
	let mutant: Mutant | undefined;
	let doings: { tried: number; changed: Changed[] } = { tried: 0, changed: [] };

	async function mutatedSend(
		request: OutgoingRequest,
	): Promise<ProviderResponse> {
		const answer = await send(request);
		const target = targetOf(request, operations);
		if (target !== mutant?.target || answer.status !== mutant.status)
			return answer;
		const other = await mutant.mutation.mutate(
			{ target, request, answer },
			send,
		);
		if (!other) return answer;
		doings.tried += 1;
		if (isSame(answer, other)) return answer;
		doings.changed.push({ target, request, answer: other });
		return other;
	}
	const proxy = await startProxy(mutatedSend);
	return {
		...proxy,
		become(next) {
			mutant = next;
			doings = { tried: 0, changed: [] };
			return doings;
		},
	};
}
