import type { Plan } from "../behaviors/operation-plan.ts";
import { parameterNames } from "../document/path-template.ts";
import {
	chooseMediaType,
	isUrlEncoded,
	writeQuery,
} from "../document/write-request.ts";
import { isJsonType } from "../values/http.ts";
import { isObject } from "../values/json.ts";
import type { ContractOperation } from "../verification/contract.ts";
import { fromState, Matcher } from "./matcher.ts";
import type { Tested } from "./subject.ts";
import { createQueryValues, listPlaceholders } from "./valid-requests.ts";

/** The name of the provider state that contains the records that a request names. */
export const NAMED = "the records of the request exist";

/** An exchange that a client depends on. Values may be matchers. */
export interface Exchange {
	/**
	 * The ids of the assumptions that the response depends on. For each of them, the response contains a value that can
	 * violate it.
	 */
	readonly assumptions: readonly string[];
	/** The provider state. */
	readonly given?: {
		readonly state: string;
		readonly params: Readonly<Record<string, unknown>>;
	};
	readonly query?: Readonly<Record<string, unknown>>;
	/** The body, which is sent in a media type that the operation accepts. */
	readonly body?: unknown;
	/** `clientError` stands for any 4xx status. Defaults to the success status. */
	readonly status?: number | "clientError";
	/** The media type of the response; undefined if any media type is accepted. */
	readonly mediaType?: string | undefined;
	/** The body of the response, if it is JSON. */
	readonly json?: unknown;
	/** The body of a response that is not JSON. */
	readonly text?: {
		readonly example: string;
		/** The strings that the response must contain. */
		readonly includes: readonly string[];
	};
}

/** An exchange in the pact. */
export interface Interaction extends Exchange {
	/** A unique description. It starts with the operation id. */
	readonly description: string;
	readonly operation: ContractOperation;
	/** The section of the specification that states the operation, from `x-specified`; undefined if there is none. */
	readonly section: string | undefined;
	/** The path with examples of its parameters. */
	readonly path: string;
}

/** Replaces placeholders of records by the ids that the provider state returns. */
export function nameInBody(tested: Tested, body: unknown): unknown {
	const named = { ...Object(body) };
	for (const name of tested.plan.references?.keys() ?? [])
		if (listPlaceholders(tested, name).includes(named[name]))
			named[name] = fromState(name, named[name]);
	return isObject(body) ? named : body;
}

/** Makes the provider state create the records that a request names. */
function giveRecords(
	{ operation: { id, path }, plan: { references } }: Tested,
	given: Exchange["given"],
): Exchange["given"] {
	if (parameterNames(path).length === 0 && !references?.size) return given;
	if (!given) return { state: NAMED, params: { operation: id } };
	return { ...given, params: { ...given.params, request: id } };
}

/** Writes the values of a query, including required values, in the styles of their parameters. */
function writeValues(
	plan: Plan,
	query: Exchange["query"],
): Readonly<Record<string, unknown>> {
	const written = new Map<string, unknown[]>();
	const values = Object.entries({ ...createQueryValues(plan), ...query });
	for (const [name, value] of values)
		for (const [key, text] of value instanceof Matcher
			? [[name, value] as const]
			: writeQuery(plan.operation.parameters, { [name]: value }))
			written.set(key, [...(written.get(key) ?? []), text]);
	return Object.fromEntries(written);
}

/** Whether Pact can write a body with inserted values. Other bodies are sent by probes. */
const isForPact = ({ operation }: Tested, body: unknown): boolean => {
	const mediaType = chooseMediaType(operation.bodies, body);
	return body === undefined || isJsonType(mediaType) || isUrlEncoded(mediaType);
};

/** Creates interactions of an operation, by a name for each. */
export const createInteractions = (
	tested: Tested,
	exchanges: Readonly<Record<string, Exchange>>,
): Interaction[] =>
	Object.entries(exchanges)
		.filter(([, { body }]) => isForPact(tested, body))
		.map(([what, { given, body, query, ...exchange }]) => {
			const { operation, plan } = tested;
			const { "x-specified": section } = plan.operation.node;
			const before = giveRecords(tested, given);
			return {
				...exchange,
				query: writeValues(plan, query),
				...(before && { given: before }),
				...(body !== undefined && { body: nameInBody(tested, body) }),
				description: `${operation.id}: ${what}`,
				operation,
				section: section === undefined ? undefined : String(section),
				path: tested.path,
			};
		});
