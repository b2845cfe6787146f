import { tryParseJson } from "../values/json.ts";
import type {
	Contract,
	OutgoingRequest,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "../verification/contract.ts";

export interface RecordedExchange extends ProviderExchange {
	/** The description of the check that sent the request. An exploratory request has none. */
	readonly check?: string;
}

/** One change to a response. */
export interface Mutation {
	/** A kind, like `remove a property`. A colon and a detail follow if a place has several mutations of the kind. */
	readonly name: string;
	/** `status`, `header <name>`, `request.<property>`, or a path into the body, like `$.items[*].id`. */
	readonly where: string;
	/** Whether the change can break the meaning of a response whose form stays valid, which validators do not see. */
	readonly isSemantic?: boolean;
	/**
	 * Returns the changed response, or undefined if the mutation does not apply.
	 * @param send sends a request to the provider
	 */
	mutate(
		exchange: ProviderExchange,
		send: Send,
	): ProviderResponse | undefined | Promise<ProviderResponse | undefined>;
}

/** Creates the mutations that apply to responses like the recorded one. */
export type Mutator = (
	exchange: RecordedExchange,
	contract: Contract,
) => readonly Mutation[];

/** A mutation of all responses of an operation with a status. */
export interface Mutant {
	readonly target: string;
	readonly status: number;
	readonly mutation: Mutation;
	/** The descriptions of the checks that can detect the mutant. */
	readonly checks: ReadonlySet<string>;
}

export const isSuccess = ({ status }: ProviderResponse): boolean =>
	status >= 200 && status < 300;

export const readContentType = ({ headers }: ProviderResponse): string =>
	headers["content-type"] ?? "";

/** An object or an array, by property name or index. */
export type Container = Record<string, unknown>;

export const isContainer = (value: unknown): value is Container =>
	typeof value === "object" && value !== null;

/** Returns the body if it is JSON and declared as JSON, otherwise undefined. */
export const readJson = (response: ProviderResponse): unknown =>
	/\bjson\b/i.test(readContentType(response))
		? tryParseJson(response.body.toString("utf8"))
		: undefined;

export const readSentJson = ({ body }: OutgoingRequest): unknown =>
	body === undefined ? undefined : tryParseJson(body.toString());

export const withJson = (
	response: ProviderResponse,
	body: unknown,
): ProviderResponse => ({
	...response,
	body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
});

/** Creates a mutation for each change, by its name. */
export const createMutations = <Change>(
	where: string,
	changes: Readonly<Record<string, Change>>,
	apply: (
		change: Change,
		response: ProviderResponse,
	) => ProviderResponse | undefined,
): Mutation[] =>
	Object.entries(changes).map(([name, change]) => ({
		name,
		where,
		mutate: ({ response }) => apply(change, response),
	}));
