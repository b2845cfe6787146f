import { createClient } from "../client.ts";
import { operations } from "../generated/operations.ts";

/** One exchange that a client relies on. Values may be Pact matchers. */
export interface Interaction {
	/** Starts with the operation id. Unique. */
	readonly description: `${keyof typeof operations}: ${string}`;
	/** The ids of the assumptions that the response depends on. Each has a check in the response that can fail. */
	readonly assumptions: readonly string[];
	/** The provider state, by a name of `contracts/states.ts`. */
	readonly given?: {
		readonly state: string;
		readonly params?: Readonly<Record<string, string | number | string[]>>;
	};
	readonly request?: {
		readonly query?: Readonly<Record<string, unknown>>;
		/** Sent as application/json. */
		readonly json?: unknown;
	};
	readonly response: {
		/** `clientError` stands for any 4xx status. Defaults to the status of a success. */
		readonly status?: number | "clientError";
		/** Defaults to the media type of JSON if there is `json`. */
		readonly headers?: Readonly<Record<string, unknown>>;
		readonly json?: unknown;
		readonly text?: {
			readonly example: string;
			/** The strings that the response must contain. */
			readonly includes: readonly string[];
		};
	};
}

export const findOperation = ({
	description,
}: Interaction): (typeof operations)[keyof typeof operations] => {
	const [id] = description.split(":");
	const operation = Object.values(operations).find((each) => each.id === id);
	if (!operation)
		throw new Error(
			`The interaction "${description}" must start with an operation id and a colon.`,
		);
	return operation;
};

/** Replaces each matcher with its example. */
export function getExample(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(getExample);
	if (typeof value !== "object" || value === null) return value;
	if ("pact:matcher:type" in value && "value" in value)
		return getExample(value.value);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [name, getExample(each)]),
	);
}

/** Sends the request of an interaction with the client. */
export async function sendInteraction(
	interaction: Interaction,
	baseUrl: string,
): Promise<void> {
	const { method, path } = findOperation(interaction);
	const { query, json } = interaction.request ?? {};
	// Some interactions send requests that the types of the client forbid.
	const { request } = createClient({ baseUrl }) as {
		request(method: string, path: string, init: object): Promise<unknown>;
	};
	await request(method, path, {
		params: { query: getExample(query) },
		body: getExample(json),
		parseAs: "text",
	});
}
