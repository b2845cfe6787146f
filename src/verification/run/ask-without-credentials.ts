import { isTemplated } from "../../document/path-template.ts";
import { isJsonType } from "../../values/http.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type {
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
	Send,
} from "../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { ACCESS_STATUSES, CREDENTIALS } from "../judge.ts";
import type { Sighting } from "../observed.ts";
import { buildRequest } from "../operations.ts";

/** Describes a denial: its status, how to authenticate, and the names in its body. */
function describe({ status, headers, body }: ProviderResponse): string {
	const json = tryParseJson(`${body}`);
	const text = body.length > 0 ? "a text" : "an empty body";
	return [
		`${status}`,
		`WWW-Authenticate: ${headers["www-authenticate"] ?? "missing"}`,
		isObject(json) ? `an object with ${Object.keys(json).join(", ")}` : text,
	].join("; ");
}

/**
 * Finds operations that require credentials although the document does not. All other requests of the verification
 * contain credentials.
 * @param send sends a request without credentials
 * @param sendUnknown sends a request with credentials that the service does not know
 * @param headerNames the headers of the other requests
 */
export async function askWithoutCredentials(
	operations: readonly ContractOperation[],
	send: Send,
	sendUnknown: Send,
	headerNames: readonly string[],
): Promise<Sighting[]> {
	const names = headerNames.filter((name) => CREDENTIALS.test(name));
	if (names.length === 0) return [];
	const denied: Sighting[] = [];
	async function ask(
		{ id }: ContractOperation,
		request: OutgoingRequest,
		expected: string,
		sendOne: Send = send,
	): Promise<void> {
		const response = await sendOne(request).catch(keepCheckFailure);
		if (isCheckFailure(response) || !ACCESS_STATUSES.includes(response.status))
			return;
		const isOfUnknown = sendOne === sendUnknown;
		const actual = isOfUnknown
			? `${describe(response)}, with unknown credentials`
			: `${response.status}`;
		if (actual.startsWith(`${expected},`)) return;
		denied.push({
			...{ operation: id, key: `credentials ${id} ${expected}` },
			where: `request header ${names.join(", ")}`,
			...{ expected, actual, assumptions: [], explains: [] },
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
	const [shown] = denied;
	if (!first || !shown) return denied;
	const own = operations.filter(({ id }) =>
		denied.some(({ operation }) => operation === id),
	);
	const { path } = first;
	const unknown = { method: "GET", path: `${path}-understudy` };
	await ask(first, unknown, "404 to an unknown path");
	await ask(first, { method: "DELETE", path }, "405 to an undefined method");
	const { request, response } = shown.example;
	for (const each of own.slice(0, 1))
		await ask(each, request, describe(response), sendUnknown);
	const writing = own.find(({ bodies }) => bodies.some(isJsonType));
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
