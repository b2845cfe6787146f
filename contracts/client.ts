import createFetchClient, {
	type Client,
	type ClientOptions,
} from "openapi-fetch";
import type { paths } from "./generated/types.ts";

export type {
	components,
	operations,
	paths,
} from "./generated/types.ts";

/** A client of the service: `GET` and `POST` by path, typed, resolving to `{ data, error, response }`. */
export type ZapsClient = Client<paths>;

export interface CreateClientOptions extends ClientOptions {
	/** Where the service is, path included, without a trailing slash. */
	baseUrl: string;
}

/**
 * A client of the service, whose paths, parameters and bodies are checked against the document.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const { data, error } = await client.GET('/v1/zaps', { params: { query: { limit: 5 } } });
 */
export function createClient(options: CreateClientOptions): ZapsClient {
	return createFetchClient<paths>(options);
}
