import type {
	Contract,
	ContractOperation,
	Exchange,
	OutgoingRequest,
} from "../contract.ts";
import type { Observation } from "../observer.ts";
import type { Difference } from "../report.ts";

/** What a service does, in the words of a report. */
export type Told = Pick<Difference, "where" | "expected" | "actual">;

/** The means to ask a service for what no check asks. */
export interface Asking {
	readonly contract: Contract;
	/** The operations that exist and whose paths name no record. */
	readonly operations: readonly ContractOperation[];
	/** The exchanges of the checks. */
	readonly observations: readonly Observation[];
	/** Returns a new request that the service accepts, or the one of the document. */
	createRequest(operation: ContractOperation): OutgoingRequest;
	/** Returns the request in the form that the service accepts. */
	adapt(operation: string, request: OutgoingRequest): OutgoingRequest;
	/** Sends a request. Returns undefined if there is no response, or if no request is left. */
	ask(request: OutgoingRequest): Promise<Exchange | undefined>;
	/** Notes what an exchange shows of an operation. */
	tell(operation: string, exchange: Exchange, told: Told): void;
}

export const isSuccess = ({ response: { status } }: Exchange): boolean =>
	status >= 200 && status < 300;

/** Returns the request with another value of a header. */
export const withHeader = (
	request: OutgoingRequest,
	name: string,
	value: string,
): OutgoingRequest => ({
	...request,
	headers: { ...request.headers, [name]: value },
});

/** Returns the media type of a response as sent; undefined without one. */
export const typeOf = ({ response }: Exchange): string | undefined =>
	response.headers["content-type"];
