import { isDeepStrictEqual } from "node:util";
import { isContainer, tryParseJson } from "../values/json.ts";
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
	/**
	 * A kind, such as `remove a property`. If a place has several mutations of this kind, a colon and a detail follow.
	 */
	readonly name: string;
	/** `status`, `header <name>`, `request.<property>`, or a path into the body, like `$.items[*].id`. */
	readonly where: string;
	/**
	 * Whether the change can break the meaning of a response while its form stays valid. Validators do not notice such
	 * changes.
	 */
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

/** Creates the mutations of responses that are similar to the recorded one. */
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

/** The result of a mutant. A mutant that is neither killed nor equivalent survives. */
export interface MutantResult {
	readonly mutant: Mutant;
	readonly isKilled: boolean;
	/** Why the mutant is equivalent. */
	readonly why?: string | undefined;
}

export const isSuccess = ({ status }: ProviderResponse): boolean =>
	status >= 200 && status < 300;

export const readContentType = ({ headers }: ProviderResponse): string =>
	headers["content-type"] ?? "";

/** An object or an array, by property name or index. */
export type Container = Record<string, unknown>;

/** Returns the body if it is JSON and is declared as JSON; otherwise undefined. */
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

/** Creates mutations by name. A change returns undefined if it does not apply. */
export const createMutations = (
	where: string,
	changes: Readonly<
		Record<string, (response: ProviderResponse) => ProviderResponse | undefined>
	>,
): Mutation[] =>
	Object.entries(changes).map(([name, change]) => ({
		name,
		where,
		mutate: ({ response }) => change(response),
	}));

/** A value in a response body that clients may depend on. */
export interface Place {
	/** Starts with `$`. `*` stands for the items of an array. */
	readonly steps: readonly string[];
	/** Like `$.items[*].id`. */
	readonly path: string;
	readonly value: unknown;
	/** Whether the response repeats a value of the request. */
	readonly isEcho: boolean;
}

/** The minimum length of a repeated string. Shorter ones occur in many requests by chance. */
const MIN_ECHO_LENGTH = 4;

function collectStrings(value: unknown): string[] {
	if (typeof value === "string")
		return value.length < MIN_ECHO_LENGTH ? [] : [value];
	return isContainer(value) ? Object.values(value).flatMap(collectStrings) : [];
}

/** Returns the documented places of the body, and undocumented places that repeat a value of a check's request. */
export function findPlaces(
	{ target, request, response, check }: RecordedExchange,
	contract: Contract,
): Place[] {
	const documented =
		contract.documented.findResponseAssumptions(target, response.status)
			?.body ?? {};
	const sent = readSentJson(request);
	const strings = new Set(collectStrings(sent));
	const places: Place[] = [];

	function visit(
		value: unknown,
		sentHere: unknown,
		steps: readonly string[],
		isInEcho: boolean,
	): void {
		const path = steps.join(".").replaceAll(".*", "[*]");
		const isEcho =
			isInEcho ||
			(typeof value === "string" && strings.has(value)) ||
			(sentHere !== undefined && isDeepStrictEqual(value, sentHere));
		const isDocumented = Object.hasOwn(documented, path) || path === "$";
		if (isDocumented || (isEcho && check !== undefined))
			places.push({ steps, path, value, isEcho });
		if (!isContainer(value)) return;
		for (const [key, below] of Object.entries(value))
			visit(
				below,
				isContainer(sentHere) ? sentHere[key] : undefined,
				[...steps, Array.isArray(value) ? "*" : key],
				isEcho,
			);
	}
	const body = readJson(response);
	if (body !== undefined) visit(body, sent, ["$"], false);
	return places;
}

/** Changes the value of a container in place. Returns whether it changed anything. */
export type Edit = (
	container: Container,
	key: string,
	value: unknown,
) => boolean;

/** By name of the mutation. */
export type Edits = Readonly<Record<string, Edit>>;

/** Edits the container at the first place where the edit applies. Uses the last item of each array. */
function editLocation(
	container: Container,
	[step = "", ...rest]: readonly string[],
	edit: Edit,
): boolean {
	const items = Array.isArray(container) ? Object.keys(container) : [];
	const keys = step === "*" ? items.reverse() : [step];
	return keys.some((key) => {
		if (!Object.hasOwn(container, key)) return false;
		const value = container[key];
		return rest.length === 0
			? edit(container, key, value)
			: isContainer(value) && editLocation(value, rest, edit);
	});
}

/** Edits the last items of arrays, because a contract that checks only first items must not kill the mutant. */
export function editBody(
	response: ProviderResponse,
	steps: readonly string[],
	edit: Edit,
): ProviderResponse | undefined {
	const body = readJson(response);
	if (body === undefined) return undefined;
	const root: Container = { $: body };
	return editLocation(root, steps, edit)
		? withJson(response, root.$)
		: undefined;
}
