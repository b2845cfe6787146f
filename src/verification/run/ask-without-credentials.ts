import { isTemplated } from "../../document/path-template.ts";
import type { ContractOperation, OutgoingRequest, Send } from "../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { ACCESS_STATUSES, CREDENTIALS } from "../judge.ts";
import type { Sighting } from "../observed.ts";
import { buildRequest } from "../operations.ts";

/**
 * Finds operations that require credentials although the document does not. All other requests of the verification
 * contain credentials.
 * @param send sends a request without credentials
 * @param headerNames the headers of the other requests
 */
export async function askWithoutCredentials(
	operations: readonly ContractOperation[],
	send: Send,
	headerNames: readonly string[],
): Promise<Sighting[]> {
	const names = headerNames.filter((name) => CREDENTIALS.test(name));
	if (names.length === 0) return [];
	const denied: Sighting[] = [];
	async function ask(
		{ id }: ContractOperation,
		request: OutgoingRequest,
		expected: string,
	): Promise<void> {
		const response = await send(request).catch(keepCheckFailure);
		if (isCheckFailure(response) || !ACCESS_STATUSES.includes(response.status))
			return;
		denied.push({
			...{ operation: id, key: `credentials ${id} ${expected}` },
			where: `request header ${names.join(", ")}`,
			...{ expected, actual: `${response.status}` },
			...{ assumptions: [], explains: [] },
			example: {
				...{ check: "", target: id, request, response },
				...{ status: Number(expected), isArrangement: true },
			},
		});
	}
	for (const operation of operations) {
		const { path, security, success, example } = operation;
		if (security || isTemplated(path)) continue;
		await ask(operation, buildRequest(operation, example), `${success}`);
	}
	const [first] = operations;
	if (!first || denied.length === 0) return denied;
	const { path } = first;
	const unknown = { method: "GET", path: `${path}-understudy` };
	await ask(first, unknown, "404 to an unknown path");
	await ask(first, { method: "DELETE", path }, "405 to an undefined method");
	return denied;
}
