import type { OutgoingRequest, ProviderResponse } from "../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { createObserver } from "../observer.ts";
import { createExchanges } from "../operations.ts";
import type { VerificationContext } from "../verify-options.ts";
import { adaptBody } from "./adapt-bodies.ts";
import { learnBodies, listWrappers } from "./learn-bodies.ts";
import {
	type AdaptedRequest,
	adaptConditions,
	type LearntLists,
	learnLists,
} from "./learn-lists.ts";
import { type LearntBody, measureRules } from "./measure-rules.ts";

/** The requests that a service accepts in another form than the document describes. */
export interface LearntRequests {
	/** By operation id. */
	readonly bodies: ReadonlyMap<string, LearntBody>;
	/** The conditions of lists and searches. */
	readonly lists: LearntLists;
	/** By operation id, the number of requests for learning it. */
	readonly requests: ReadonlyMap<string, number>;
	/** Returns the request in the accepted form; undefined if this is the documented form. */
	adapt(target: string, request: OutgoingRequest): AdaptedRequest | undefined;
}

/** The maximum number of requests for the conditions of a list or a search. */
const MAX_CONDITIONS = 240;
/** The maximum number of additional requests for the rules of one operation. */
const MAX_MEASURED = 320;

/**
 * Learns the accepted form of valid requests that the service rejects. The accepted request of one operation may help
 * with another, for example with the id of a record.
 */
export async function learnRequests(
	{
		contract,
		observer,
		signal,
	}: Pick<VerificationContext, "contract" | "observer" | "signal">,
	send: (request: OutgoingRequest) => Promise<ProviderResponse>,
): Promise<LearntRequests> {
	const requests = new Map<string, number>();
	const bodies = await learnBodies({
		...{ contract, observer, signal, send, requests },
	});
	/** Returns a function that sends further requests about an operation, up to a maximum. */
	const sendFor =
		(id: string, limit: number) => async (request: OutgoingRequest) => {
			const sent = requests.get(id) ?? 0;
			if (sent >= limit || signal.aborted) return undefined;
			requests.set(id, sent + 1);
			const { call } = createExchanges(contract, send);
			const response = await call.send(request).catch(keepCheckFailure);
			return isCheckFailure(response) ? undefined : response;
		};
	for (const [id, body] of bodies) {
		const operation = contract.operations.find((each) => each.id === id);
		if (!operation || id in contract.documented.pages) continue;
		const { expectStatus } = contract.documented;
		const measured = await measureRules({
			...{ operation, repairs: body.repairs },
			createBody: () => contract.createValidRequest(id, []).body,
			isDocumented: (request) =>
				expectStatus(id, request).because === undefined,
			send: sendFor(id, MAX_MEASURED),
		});
		const { rules, repairs, accepted = body.accepted } = measured;
		bodies.set(id, { repairs, rules, accepted });
	}

	const lists = await learnLists({
		...{ contract, observer, listWrappers },
		adapting: createObserver(contract, send, observer, {
			adapt: (target, request) => adaptBody(bodies.get(target), request),
		}),
		learnt: [...bodies.keys()],
		send: (id, request) => sendFor(id, MAX_CONDITIONS)(request),
	});
	return {
		...{ bodies, requests, lists },
		adapt(target, request) {
			const { conditions = [] } = lists.get(target) ?? {};
			return conditions.length > 0
				? adaptConditions(request, conditions)
				: adaptBody(bodies.get(target), request);
		},
	};
}
