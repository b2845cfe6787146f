import type {
	Contract,
	OutgoingRequest,
	ProviderResponse,
	Send,
} from "../contract.ts";

/** A request that reached the provider, and what it answered. */
export interface RecordedExchange {
	/** The operation it is for, or what it is for beyond operations. */
	readonly target: string;
	readonly request: OutgoingRequest;
	readonly answer: ProviderResponse;
	/** Whether no check asked for it, so that what it brought back of its own says nothing of the contract. */
	readonly isExample?: true;
}

/** One way for an answer to be other than it was. */
export interface Mutation {
	/** What is done, like `drop a member`. */
	readonly kind: string;
	/** The kind, and what it comes to here. */
	readonly name: string;
	/** `status`, `header <name>`, `request.<member>`, or a path into the body, like `$.items[*].id`. */
	readonly where: string;
	/** Whether it changes what the answer means and not its form, which validators do not see. */
	readonly semantic?: true;
	/**
	 * The other answer; undefined where there is nothing of the kind to change.
	 * @param send asks the provider
	 */
	mutate(
		exchange: RecordedExchange,
		send: Send,
	): ProviderResponse | undefined | Promise<ProviderResponse | undefined>;
}

/** What can be done to answers like that of the exchange. */
export type MutationKind = (
	exchange: RecordedExchange,
	contract: Contract,
) => readonly Mutation[];

/** One mutation of all answers of an operation with a status. */
export interface Mutant {
	readonly target: string;
	readonly status: number;
	readonly mutation: Mutation;
}

export const isSuccess = ({ status }: ProviderResponse): boolean =>
	status >= 200 && status < 300;

export const contentTypeOf = ({ headers }: ProviderResponse): string =>
	headers["content-type"] ?? "";

export const withContentType = (
	answer: ProviderResponse,
	contentType: string,
	body: Buffer = answer.body,
): ProviderResponse => ({
	...answer,
	headers: { ...answer.headers, "content-type": contentType },
	body,
});
