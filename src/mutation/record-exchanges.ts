import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	Send,
} from "../verification/contract.ts";
import { buildRequest, findTarget } from "../verification/operations.ts";
import { startProxy } from "../verification/pact/start-proxy.ts";
import type { Verification } from "../verification/report.ts";
import { verifyContract } from "../verification/run/verify.ts";
import type {
	InternalVerifyOptions,
	VerifyOptions,
} from "../verification/verify-options.ts";
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
		verdictOnly: true,
		onCheck: (description) => {
			check = description;
		},
	});
	return { verification, exchanges };
}

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
