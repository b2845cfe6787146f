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

/** A typed client of the service. `GET` and `POST` take a path and resolve to `{ data, error, response }`. */
export type ZapsClient = Client<paths>;

export interface CreateClientOptions extends ClientOptions {
	/** The base URL of the service, without a trailing slash. */
	baseUrl: string;
}

/**
 * Creates a client of the service. Its types check paths, parameters and bodies against the OpenAPI document.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const { data, error } = await client.GET('/v1/zaps', { params: { query: { limit: 5 } } });
 */
export function createClient(options: CreateClientOptions): ZapsClient {
	return createFetchClient<paths>(options);
}
