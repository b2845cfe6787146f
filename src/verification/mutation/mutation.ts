import type { Answer, Contract, OutgoingRequest, Send } from "../contract.ts";

/** A request that reached the provider, and what it answered. */
export interface Exchange {
	/** The operation it is for, or what it is for beyond operations. */
	readonly target: string;
	readonly request: OutgoingRequest;
	readonly answer: Answer;
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
		exchange: Exchange,
		send: Send,
	): Answer | undefined | Promise<Answer | undefined>;
}

/** What can be done to answers like that of the exchange. */
export type Kind = (
	exchange: Exchange,
	contract: Contract,
) => readonly Mutation[];

/** One mutation of all answers of an operation with a status. */
export interface Mutant {
	readonly target: string;
	readonly status: number;
	readonly mutation: Mutation;
}

export const isSuccess = ({ status }: Answer): boolean =>
	status >= 200 && status < 300;

export const contentTypeOf = ({ headers }: Answer): string =>
	headers["content-type"] ?? "";

export const withContentType = (
	answer: Answer,
	contentType: string,
	body: Buffer = answer.body,
): Answer => ({
	...answer,
	headers: { ...answer.headers, "content-type": contentType },
	body,
});
