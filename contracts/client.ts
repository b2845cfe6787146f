import createFetchClient, {
	type Client,
	type ClientOptions,
} from "openapi-fetch";
import type { paths } from "./generated/types.ts";

export interface CreateClientOptions extends ClientOptions {
	/** The base URL of the service, without a trailing slash. */
	baseUrl: string;
}

/** Creates a client of any service; by default, of that of the package. */
export const createClient = <Paths extends object = paths>(
	options: CreateClientOptions,
): Client<Paths> => createFetchClient<Paths>(options);
