import { tryParseJson } from "../../values/json.ts";
import type {
	Condition,
	ContractOperation,
	ExampleRequest,
	Finding,
	ProviderExchange,
	ProviderResponse,
} from "../contract.ts";
import { findItems } from "./condition-trials.ts";
import { isAccepted, isFormRejected } from "./read-trial.ts";

/** The learnt form of a condition of a list or a search. */
export interface LearntCondition {
	readonly name: string;
	/** The property names on the path in the body, or the name in the query. */
	readonly path: readonly string[];
	/** The form of the value, if it differs from the documented one. */
	readonly form: string;
	readonly example: {
		readonly request: ProviderExchange["request"];
		readonly response: ProviderResponse;
	};
	/** Converts a documented value to the accepted one. */
	translate(value: unknown): unknown;
}

/** The input for learning about one list or search. */
export interface Inquiry {
	readonly operation: ContractOperation;
	readonly isInQuery: boolean;
	readonly conditions: readonly Condition[];
	/** The findings about the records: other places and other values. */
	readonly findings: readonly Finding<unknown>[];
	/** The actual name by the documented name. */
	readonly renamed: ReadonlyMap<string, string>;
	/** Common names of envelopes. */
	readonly wrappers: readonly string[];
	/** Creates a record of each kind. */
	readonly write: () => Promise<void>;
	/** Sends a request. Returns undefined if the maximum number is reached. */
	readonly send: (
		input: ExampleRequest,
	) => Promise<LearntCondition["example"] | undefined>;
}

/** A value in a request, and its path. */
export type Value = readonly [path: readonly string[], value: unknown];

/** Returns a query or a body with a value at a path. */
const createInput = (
	isInQuery: boolean,
	values: readonly Value[],
): ExampleRequest => {
	if (isInQuery)
		return {
			query: `?${new URLSearchParams(values.map(([path, value]) => [path.join("."), `${value}`]))}`,
		};
	const body: Record<string, unknown> = {};
	for (const [[first = "", second], value] of values)
		body[first] =
			second === undefined
				? value
				: { ...Object(body[first]), [second]: value };
	return { body };
};

/** A trial that the service accepted, or whose names it knows, with the records of the response. */
type Answer = LearntCondition["example"] & {
	readonly items: readonly unknown[];
};

/**
 * Returns a function that sends a request with these values. It returns undefined if the service rejects their names.
 */
export const createAsk =
	({ isInQuery, send }: Inquiry) =>
	async (...values: Value[]): Promise<Answer | undefined> => {
		const example = await send(createInput(isInQuery, values));
		const { response } = example ?? {};
		if (!example || !response) return undefined;
		// If a service rejects a value and mentions its name, it knows the name.
		const [path = []] = values.at(-1) ?? [];
		const isNamed =
			path.length > 1 && `${response.body}`.includes(`${path.at(-1)}`);
		if (!isAccepted(response) && !(isNamed && isFormRejected(response)))
			return undefined;
		const items = findItems(tryParseJson(`${response.body}`)) ?? [];
		return { ...example, items: isAccepted(response) ? items : [] };
	};
