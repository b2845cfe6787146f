export {
	type CreateClientOptions,
	type components,
	createClient,
	type operations,
	type paths,
	type ZapsClient,
} from "../../contracts/client.ts";
