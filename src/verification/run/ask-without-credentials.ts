import { isTemplated } from "../../document/path-template.ts";
import { isJsonType } from "../../values/http.ts";
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
		if (isCheckFailure(response)) return;
		if (!ACCESS_STATUSES.includes(response.status)) return;
		denied.push({
			...{ operation: id, key: `credentials ${id} ${expected}` },
			where: `request header ${names.join(", ")}`,
			...{ expected, actual: `${response.status}` },
			...{ assumptions: [], explains: [] },
			example: {
				...{ check: "", target: id, request, response },
				...{ status: Number.parseInt(expected, 10), isArrangement: true },
			},
		});
	}
	const asked = operations.filter(
		({ path, security }) => !security && !isTemplated(path),
	);
	for (const each of asked)
		await ask(each, buildRequest(each, each.example), `${each.success}`);
	const [first] = operations;
	if (!first || denied.length === 0) return denied;
	const writing = operations.find(
		({ id, bodies }) =>
			bodies.some(isJsonType) &&
			denied.some(({ operation }) => operation === id),
	);
	const { path } = first;
	const unknown = { method: "GET", path: `${path}-understudy` };
	await ask(first, unknown, "404 to an unknown path");
	await ask(first, { method: "DELETE", path }, "405 to an undefined method");
	if (!writing) return denied;
	const create = (type: string, body: string): OutgoingRequest => ({
		...{ method: writing.method, path: writing.path, body },
		headers: { "content-type": type },
	});
	const plain = create("text/plain", "understudy");
	await ask(writing, plain, "415 to a body that is not declared as JSON");
	const malformed = create("application/json", "{");
	await ask(writing, malformed, "400 to a body that is no JSON");
	return denied;
}
