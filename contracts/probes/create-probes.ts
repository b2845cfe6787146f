import type {
	Call,
	Mismatch,
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import type { operations } from "../generated/operations.ts";
import { createValidBody } from "./valid-request.ts";

export type Operation = (typeof operations)[keyof typeof operations];
export type Request = Partial<OutgoingRequest>;

/**
 * Returns the request of a probe. Method and path default to those of its operation.
 * @param valid the text of a body that the operation should accept
 */
export type CreateRequest = (
	valid: string,
	call: Call,
) => Request | Promise<Request>;

/**
 * Creates probes that send one request each. The keys of `requests` complete their descriptions after the operation id.
 * @param find returns further mismatches of a response with the expected status
 */
export const createProbes = (
	{ id, method, path }: Operation,
	status: number,
	assumptions: readonly string[],
	requests: Readonly<Record<string, CreateRequest>>,
	find: (response: ProviderResponse) => Mismatch[] = () => [],
): Probe[] =>
	Object.entries(requests).map(([what, createRequest]) => ({
		description: `${id}: ${what}`,
		assumptions,
		status,
		async run(send, call, compare) {
			const valid = JSON.stringify(createValidBody(id));
			const own = await createRequest(valid, call);
			const request = { method, path, ...own };
			const response = await send(request);
			const isAccepted = response.status === status && status < 400;
			return [
				...(isAccepted ? [] : compare(request, response)),
				...(response.status === status ? find(response) : []),
			];
		},
	}));
