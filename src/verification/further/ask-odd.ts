import type { ContractOperation, OutgoingRequest } from "../contract.ts";
import { buildRequest, findTarget } from "../operations.ts";
import { type Asking, isSuccess, withHeader } from "./asking.ts";

/** The status for each value of Accept that names another media type. */
const NOT_ACCEPTABLE = 406;
const JSON_TYPE = "application/json";
const LATIN = `${JSON_TYPE}; charset=iso-8859-1`;

/** A change of a request that some services treat in another way than the document says, and no check sends. */
interface Oddity {
	/** Whether it is for operations with a body, or for those without one; undefined for all. */
	readonly isOfBody?: boolean;
	readonly what: string;
	/** Whether the service is known to reject the request, and only the status may be another one. */
	readonly isRejected?: boolean;
	change(request: OutgoingRequest): OutgoingRequest;
}

const ODDITIES: readonly Oddity[] = [
	...["json", LATIN].map((type) => ({
		...{ isOfBody: true, what: `Content-Type ${type}`, isRejected: true },
		change: (request: OutgoingRequest) =>
			withHeader(request, "content-type", type),
	})),
	{
		...{ isOfBody: true, what: "the body null" },
		change: (request) => ({ ...request, body: "null" }),
	},
	{
		...{ isOfBody: true, what: "more text after the body" },
		change: (request) => ({ ...request, body: `${request.body} {}` }),
	},
	{
		...{ isOfBody: false, what: "a body that is no JSON" },
		change: (request) => ({
			...withHeader(request, "content-type", JSON_TYPE),
			body: "{",
		}),
	},
	...[";understudy=1", ".json"].map((end) => ({
		what: `${end} at the end of the path`,
		change: (request: OutgoingRequest) => ({
			...request,
			path: `${request.path}${end}`,
		}),
	})),
	{
		what: "an invalid percent-encoding in the query, such as ?understudy=%zz",
		change: (request) => ({
			...request,
			path: `${request.path}?understudy=%zz`,
		}),
	},
	{
		what: "a malformed Accept, such as json/",
		change: (request) => withHeader(request, "accept", "json/"),
	},
];

/** Asks one operation. Returns whether its response is another one than the document says. */
async function askOperation(
	{ ask, tell, contract, createRequest }: Asking,
	operation: ContractOperation,
	{ what, change, isRejected = false }: Oddity,
): Promise<boolean> {
	const { id } = operation;
	const valid = change(
		buildRequest(operation, contract.createValidRequest(id, [])),
	);
	const { status } = contract.documented.expectStatus(
		findTarget(valid, contract.operations),
		valid,
	);
	const found = await ask(change(createRequest(operation)));
	if (!found || found.response.status === NOT_ACCEPTABLE) return false;
	const isTaken = isSuccess(found);
	const isOther = isRejected
		? !isTaken && found.response.status !== status
		: isTaken !== status < 300;
	if (!isOther) return false;
	// The state of a record may be the reason as well.
	const usual = isTaken ? found : await ask(createRequest(operation));
	if (!usual || !isSuccess(usual)) return false;
	const expected = `${status} with ${what}`;
	const actual = `${found.response.status}`;
	tell(id, found, { where: "status", expected, actual });
	return true;
}

/** Finds what a service makes of unusual requests. If the first operation deviates, the others are asked, too. */
export async function askOdd(asking: Asking): Promise<void> {
	for (const oddity of ODDITIES) {
		const { isOfBody } = oddity;
		const [first, ...others] = asking.operations.filter(
			({ bodies }) => isOfBody === undefined || bodies.length > 0 === isOfBody,
		);
		if (first && (await askOperation(asking, first, oddity)))
			for (const each of others) await askOperation(asking, each, oddity);
	}
}
