import { isTemplated } from "../../document/path-template.ts";
import { isJsonType } from "../../values/http.ts";
import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { ACCESS_STATUSES, CREDENTIALS } from "../judge.ts";
import type { Sighting } from "../observed.ts";
import { buildRequest } from "../operations.ts";
import { describeDenial, describeDocumentedDenial } from "./describe-denial.ts";

type Exchange = Pick<ProviderExchange, "request" | "response">;

/** What the document describes, or the service does with other credentials, and what it does. */
type Told = readonly [expected: string, actual: string, exchange: Exchange];

/** Sends a request, and returns the response if it is a denial. */
async function tryRequest(
	request: OutgoingRequest,
	send: Send,
): Promise<ProviderResponse | undefined> {
	const response = await send(request).catch(keepCheckFailure);
	const isDenial =
		!isCheckFailure(response) && ACCESS_STATUSES.includes(response.status);
	return isDenial ? response : undefined;
}

/**
 * Compares a denial with that of the document, and with the denial of unknown credentials.
 * @param denials all denials of requests without credentials, this one first
 * @param sendUnknown sends a request with credentials that the service does not know
 */
async function compareDenials(
	documented: Contract["documented"],
	{ id }: ContractOperation,
	denials: readonly [Exchange, ...Exchange[]],
	sendUnknown: Send,
): Promise<Told[]> {
	const [{ request, response }] = denials;
	const form = describeDocumentedDenial(documented, id, response);
	const told: Told[] =
		form === undefined
			? []
			: [[form, describeDenial(response), { request, response }]];
	const other = await tryRequest(request, sendUnknown);
	if (!other) return told;
	const alike = denials.map((each) => each.response);
	const expected = describeDenial(response, other, alike);
	const actual = describeDenial(other, response, alike);
	const isSame = expected === actual;
	const exchange = { request, response: other };
	return isSame
		? told
		: [...told, [expected, `${actual}, with unknown credentials`, exchange]];
}

/**
 * Finds operations that require credentials although the document does not. All other requests of the verification
 * contain credentials.
 * @param send sends a request without credentials
 * @param sendUnknown sends a request with credentials that the service does not know
 * @param headerNames the headers of the other requests
 * @param documented tells how the document describes a denial
 */
export async function askWithoutCredentials(
	operations: readonly ContractOperation[],
	send: Send,
	sendUnknown: Send,
	headerNames: readonly string[],
	documented: Contract["documented"],
): Promise<Sighting[]> {
	const names = headerNames.filter((name) => CREDENTIALS.test(name));
	if (names.length === 0) return [];
	const denied: Sighting[] = [];
	const tell = (
		{ id }: ContractOperation,
		...[expected, actual, exchange]: Told
	): unknown =>
		denied.push({
			...{ operation: id, key: `credentials ${id} ${expected}` },
			where: `request header ${names.join(", ")}`,
			...{ expected, actual, assumptions: [], explains: [] },
			example: {
				...{ check: "", target: id, ...exchange },
				...{ status: Number.parseInt(expected, 10), isArrangement: true },
			},
		});
	async function ask(
		operation: ContractOperation,
		request: OutgoingRequest,
		expected: string,
		sendOne: Send = send,
	): Promise<void> {
		const response = await tryRequest(request, sendOne);
		if (response)
			tell(operation, expected, `${response.status}`, { request, response });
	}
	const asked = operations.filter(
		({ path, security }) => !security && !isTemplated(path),
	);
	for (const each of asked)
		await ask(each, buildRequest(each, each.example), `${each.success}`);
	const [first] = operations;
	const [shown, ...others] = denied.map(({ example }) => example);
	if (!first || !shown) return denied;
	const isDenied = ({ id }: ContractOperation): boolean =>
		denied.some(({ operation }) => operation === id);
	const own = operations.filter(isDenied);
	const open = asked.find((each) => !isDenied(each));
	const { path } = first;
	const unknown = { method: "GET", path: `${path}-understudy` };
	await ask(first, unknown, "404 to an unknown path");
	await ask(first, { method: "DELETE", path }, "405 to an undefined method");
	for (const each of own.slice(0, 1))
		for (const told of await compareDenials(
			...([documented, each, [shown, ...others], sendUnknown] as const),
		))
			tell(each, ...told);
	if (open)
		await ask(
			...([open, buildRequest(open, open.example)] as const),
			`${open.success} to unknown credentials`,
			sendUnknown,
		);
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
