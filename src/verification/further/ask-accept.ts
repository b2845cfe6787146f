import { essenceOf } from "../../values/http.ts";
import type {
	ContractOperation,
	Exchange,
	OutgoingRequest,
} from "../contract.ts";
import { type Asking, isSuccess, typeOf, withHeader } from "./asking.ts";

/** A media type that browsers prefer, and that no operation of a machine sends. */
const OTHER = "text/html";
const NOT_ACCEPTABLE = 406;

const hasType = (exchange: Exchange, mediaType: string): boolean =>
	essenceOf(typeOf(exchange) ?? "") === essenceOf(mediaType);

const describeBody = (exchange: Exchange): string =>
	`${exchange.response.body}` === ""
		? "an empty body"
		: (typeOf(exchange) ?? "a body");

/** Finds what an operation sends to clients that accept another media type. Returns whether it rejects them, or sends that type. */
async function askForOther(
	{ ask, tell, contract }: Asking,
	{ id, success }: ContractOperation,
	request: OutgoingRequest,
): Promise<boolean> {
	const documented = contract.documented.findResponse(id, success)?.mediaType;
	const other = await ask(withHeader(request, "accept", OTHER));
	if (!other) return false;
	const where = "request header accept";
	const isPage = isSuccess(other) && hasType(other, OTHER);
	const isRejected = other.response.status === NOT_ACCEPTABLE;
	if (isRejected) {
		const actual = `${NOT_ACCEPTABLE} and ${describeBody(other)}`;
		tell(id, other, { where, expected: `${success} with ${OTHER}`, actual });
	} else if (isPage) {
		const expected = `${documented} with ${OTHER}`;
		tell(id, other, { where, expected, actual: describeBody(other) });
	}
	return isRejected || isPage;
}

/** Finds what an operation sends to clients that accept the documented media type only, or another one. Returns whether it depends on the other one. */
async function askOperation(
	asking: Asking,
	operation: ContractOperation,
): Promise<boolean> {
	const { ask, tell, contract } = asking;
	const { id, method, path, success } = operation;
	const documented = contract.documented.findResponse(id, success)?.mediaType;
	const usual = await ask({ method, path });
	if (!documented || !usual || !isSuccess(usual)) return false;
	const request = { method, path };
	const asked = await ask(withHeader(request, "accept", documented));
	if (asked && !hasType(usual, documented)) {
		const where = "header content-type";
		const actual = typeOf(usual) ?? "none";
		if (hasType(asked, documented))
			tell(id, asked, {
				where,
				expected: documented,
				actual: `${actual}, unless Accept prefers ${documented}`,
			});
	}
	if (asked?.response.status === NOT_ACCEPTABLE)
		tell(id, asked, {
			where: "request header accept",
			expected: `${success} with ${documented}`,
			actual: `${NOT_ACCEPTABLE}`,
		});
	return askForOther(asking, operation, request);
}

/** Finds what errors are sent to clients that accept HTML, or the documented errors only. */
async function askForErrors(asking: Asking): Promise<void> {
	const { ask, tell, contract, operations } = asking;
	const [status] = contract.documented.listStatuses("unknownPath");
	const [first] = operations.filter(({ method }) => method === "GET");
	if (!first || status === undefined) return;
	const request = { method: "GET", path: `${first.path}-understudy` };
	const usual = await ask(request);
	const documented = contract.documented.findResponse(
		"unknownPath",
		status,
	)?.mediaType;
	for (const mediaType of new Set([OTHER, documented || OTHER])) {
		const other = await ask(withHeader(request, "accept", mediaType));
		if (!usual || !other || describeBody(usual) === describeBody(other))
			continue;
		const actual = `${other.response.status} and ${describeBody(other)}`;
		tell(first.id, other, {
			where: "request header accept",
			expected: `${status} and ${describeBody(usual)} with ${mediaType} to an unknown path`,
			actual,
		});
	}
}

/** Finds how the media type of a response depends on the header Accept. */
export async function askAccept(asking: Asking): Promise<void> {
	const getting = asking.operations.filter(({ method }) => method === "GET");
	let isOther = false;
	for (const each of getting)
		isOther = (await askOperation(asking, each)) || isOther;
	for (const each of asking.operations)
		if (isOther && each.bodies.length > 0)
			await askForOther(asking, each, asking.createRequest(each));
	await askForErrors(asking);
}
