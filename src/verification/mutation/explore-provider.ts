import { buildRequest } from "../build-request.ts";
import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	Send,
} from "../contract.ts";
import { findTarget } from "./find-target.ts";
import type { RecordedExchange } from "./mutation.ts";

const METHODS = ["PATCH", "PUT", "DELETE"];

/** Yields requests that make an operation succeed, and requests that it rejects. */
function* createRequests(
	operation: ContractOperation,
	{ operations, documented }: Contract,
): Generator<OutgoingRequest> {
	const { id, method, path, example } = operation;
	const page = documented.pages[id];
	const defined = operations.filter((each) => each.path === path);
	const undefinedMethod = METHODS.find((other) =>
		defined.every((each) => each.method !== other),
	);
	const request = buildRequest(operation, example);
	if (undefinedMethod) yield { method: undefinedMethod, path };
	yield { method, path: `${path}/nowhere` };
	if (page?.in === "query") yield { method, path: `${path}?${page.limit}=` };
	yield request;
	if (!request.body) return;
	yield { ...request, headers: { "content-type": "text/plain" } };
	yield { ...request, body: request.body.slice(0, -1) };
}

/** Sends requests of its own, so that mutants of responses that no check asks for are counted too. */
export async function exploreProvider(
	contract: Contract,
	only: readonly string[] | undefined,
	send: Send,
): Promise<RecordedExchange[]> {
	const exchanges: RecordedExchange[] = [];
	for (const operation of contract.operations)
		if (!only || only.includes(operation.id))
			for (const request of createRequests(operation, contract))
				exchanges.push({
					target: findTarget(request, contract.operations),
					request,
					response: await send(request),
				});
	return exchanges;
}
