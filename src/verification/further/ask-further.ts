import { isTemplated } from "../../document/path-template.ts";
import type { Contract, OutgoingRequest, Send } from "../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import type { Sighting } from "../observed.ts";
import type { Observer } from "../observer.ts";
import { buildRequest } from "../operations.ts";
import { askChanged } from "./ask-changed.ts";
import { askHeaders } from "./ask-headers.ts";
import { askMetrics } from "./ask-metrics.ts";
import { askIgnored, askNumbers, askSizes } from "./ask-numbers.ts";
import type { Asking } from "./asking.ts";

const MAX_REQUESTS = 185;

interface FurtherContext {
	readonly contract: Contract;
	readonly observer: Pick<Observer, "observations">;
	/** The ids of the operations that exist. */
	readonly reached: ReadonlySet<string>;
	readonly signal: AbortSignal;
	readonly adapt: (
		operation: string,
		request: OutgoingRequest,
	) => { readonly request: OutgoingRequest } | undefined;
}

/**
 * Finds out what no check asks, but a client of a service in another style must know: how it responds to other headers,
 * methods and spellings.
 */
export async function askFurther(
	{ contract, observer, reached, signal, adapt: adaptRequest }: FurtherContext,
	send: Send,
): Promise<Sighting[]> {
	const found: Sighting[] = [];
	let left = MAX_REQUESTS;
	const adapt: Asking["adapt"] = (id, request) =>
		adaptRequest(id, request)?.request ?? request;
	const asking: Asking = {
		...{ contract, observations: observer.observations, adapt },
		operations: contract.operations.filter(
			({ id, path }) => reached.has(id) && !isTemplated(path),
		),
		createRequest: (operation) =>
			adapt(
				operation.id,
				buildRequest(operation, contract.createValidRequest(operation.id, [])),
			),
		async ask(request) {
			if (left <= 0 || signal.aborted) return undefined;
			left -= 1;
			const response = await send(request).catch(keepCheckFailure);
			return isCheckFailure(response) ? undefined : { request, response };
		},
		tell: (operation, { request, response }, told) =>
			void found.push({
				...{ operation, ...told, assumptions: [], explains: [] },
				key: JSON.stringify(["further", operation, told.where, told.expected]),
				example: {
					...{ check: "", target: operation, request, response },
					...{ status: response.status, isArrangement: true },
				},
			}),
	};
	await askChanged(asking);
	await askIgnored(asking);
	await askHeaders(asking);
	await askNumbers(asking);
	await askSizes(asking);
	await askMetrics(asking);
	return found;
}
