import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	Send,
} from "../contract.ts";
import type { RecordedExchange } from "./mutation.ts";
import { targetOf } from "./target.ts";

const METHODS = ["PATCH", "PUT", "DELETE"];

const JSON_TYPE = { "content-type": "application/json" };

/** Requests that bring out what an operation answers: its success, and what it refuses. */
function* requestsOf(
	{ id, method, path, example: { query = "", body } }: ContractOperation,
	{ operations, documented: described }: Contract,
): Generator<OutgoingRequest> {
	const page = described.pages[id];
	const defined = operations.filter((each) => each.path === path);
	const undefinedMethod = METHODS.find((other) =>
		defined.every((each) => each.method !== other),
	);
	if (undefinedMethod) yield { method: undefinedMethod, path };
	yield { method, path: `${path}/nowhere` };
	if (page?.in === "query") yield { method, path: `${path}?${page.limit}=` };
	if (body === undefined) {
		yield { method, path: `${path}${query}` };
		return;
	}
	const sent = JSON.stringify(body);
	const text = { "content-type": "text/plain" };
	yield { method, path, headers: JSON_TYPE, body: sent };
	yield { method, path, headers: text, body: sent };
	yield { method, path, headers: JSON_TYPE, body: sent.slice(0, -1) };
}

/** Asks for answers to derive mutants from, so that a contract is measured by what it does not look at, too. */
export async function explore(
	contract: Contract,
	only: readonly string[] | undefined,
	send: Send,
): Promise<RecordedExchange[]> {
	const exchanges: RecordedExchange[] = [];
	for (const operation of contract.operations)
		if (only === undefined || only.includes(operation.id))
			for (const request of requestsOf(operation, contract))
				exchanges.push({
					target: targetOf(request, contract.operations),
					request,
					answer: await send(request),
					isExample: true,
				});
	return exchanges;
}
