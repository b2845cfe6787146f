import type {
	ContractOperation,
	ExampleRequest,
	OutgoingRequest,
} from "./contract.ts";

export const buildRequest = (
	{ method, path }: ContractOperation,
	{ query = "", body }: ExampleRequest,
): OutgoingRequest => ({
	method,
	path: `${path}${query}`,
	...(body !== undefined && {
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	}),
});
