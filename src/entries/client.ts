import createFetchClient, {
	type Client,
	type ClientOptions,
} from "openapi-fetch";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import type { Registered, Zaps } from "../service/shipped-service.ts";

export type {
	components,
	operations,
	paths,
} from "../../contracts/generated/types.ts";

export interface CreateClientOptions extends ClientOptions {
	/** The base URL of the service, without a trailing slash. */
	baseUrl: string;
}

/** A typed client of the service. `GET` and `POST` take a path and resolve to `{ data, error, response }`. */
export type ServiceClient<Types extends ServiceTypes = Registered> = Client<
	Types["paths"]
>;

/** A typed client of the zaps service. */
export type ZapsClient = ServiceClient<Zaps>;

/**
 * Creates a client of the service. Its types check paths, parameters and bodies against the OpenAPI document.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const { data, error } = await client.GET('/v1/zaps', { params: { query: { limit: 5 } } });
 */
export function createClient<Types extends ServiceTypes = Registered>(
	options: CreateClientOptions,
): ServiceClient<Types>;
// `ReturnType` takes the last overload.
export function createClient(options: CreateClientOptions): ServiceClient;
export function createClient<Types extends ServiceTypes>(
	options: CreateClientOptions,
): ServiceClient<Types> {
	return createFetchClient<Types["paths"]>({
		// Looked up at each request, because a mock of a test may begin to listen after the client was created.
		fetch: (...args: Parameters<typeof fetch>) => globalThis.fetch(...args),
		...options,
	});
}
