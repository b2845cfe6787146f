import { parse } from "yaml";

const JSON_HEADERS = { "Content-Type": "application/json" };
const ID = "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC";
const TIME = "2026-01-01T00:00:00.000Z";
const HEALTH = { status: "ok" };

/** A page of zaps, as the mock returns it. */
export type ZapsPage = object;

const toJson = (value: unknown): string => JSON.stringify(value);

export const createJsonServerDatabase = (page: ZapsPage): string =>
	toJson({
		health: HEALTH,
		zaps: "items" in page ? page.items : [],
		command: [],
	});

export const jsonServerRoutes: string = toJson({ "/v1/*": "/$1" });

/** Adds the page as an example to the OpenAPI document of the service. */
export function createPrismDocument(document: string, page: ZapsPage): string {
	const parsed: {
		paths: Record<string, Record<string, { responses: object }>>;
	} = parse(document);
	const listZaps = parsed.paths["/v1/zaps"]?.get;
	if (!listZaps)
		throw new Error(
			"Cannot set up Prism: the OpenAPI document has no GET /v1/zaps.",
		);
	const schema = { type: "object" };
	const content = { "application/json": { schema, example: page } };
	listZaps.responses = { 200: { description: "A page.", content } };
	return toJson(parsed);
}

export function createMountebankImposters(
	port: number,
	page: ZapsPage,
): string {
	const stub = (
		method: string,
		path: string,
		statusCode: number,
		responseBody: object,
		extra: object = {},
	): object => ({
		predicates: [{ equals: { method, path } }],
		responses: [
			{
				is: { statusCode, headers: JSON_HEADERS, body: responseBody },
				...extra,
			},
		],
	});
	const into = "$" + "{command}";
	const using = { method: "jsonpath", selector: "$.command" };
	const receipt = { id: ID, command: into, status: "accepted" };
	return toJson({
		imposters: [
			{
				protocol: "http",
				port,
				stubs: [
					stub("GET", "/v1/health", 200, HEALTH),
					stub("GET", "/v1/zaps", 200, page),
					stub(
						"POST",
						"/v1/command",
						202,
						{ ...receipt, acceptedAt: TIME },
						{ behaviors: [{ copy: { from: "body", into, using } }] },
					),
				],
			},
		],
	});
}

export function createWireMockMappings(page: ZapsPage): string {
	const command = "{{jsonPath request.body '$.command'}}";
	const id = "cmd_{{randomValue length=26 type='ALPHANUMERIC'}}";
	const receipt = { id, command, status: "accepted", acceptedAt: "{{now}}" };
	const response = { status: 200, headers: JSON_HEADERS };
	const get = (urlPath: string): object => ({ method: "GET", urlPath });
	return toJson({
		mappings: [
			{
				request: get("/v1/health"),
				response: { ...response, jsonBody: HEALTH },
			},
			{ request: get("/v1/zaps"), response: { ...response, jsonBody: page } },
			{
				request: {
					method: "POST",
					urlPath: "/v1/command",
					bodyPatterns: [{ matchesJsonPath: "$.command" }],
				},
				response: {
					status: 202,
					headers: JSON_HEADERS,
					transformers: ["response-template"],
					body: toJson(receipt),
				},
			},
		],
	});
}

export function createMockoonEnvironment(port: number, page: ZapsPage): string {
	const id = "cmd_{{faker 'string.ulid'}}";
	const command = "{{body 'command'}}";
	const receipt = { id, command, status: "accepted", acceptedAt: "{{now}}" };
	const headers = [{ key: "Content-Type", value: "application/json" }];
	const routes = [
		{
			method: "get",
			endpoint: "v1/health",
			statusCode: 200,
			responseBody: HEALTH,
		},
		{ method: "get", endpoint: "v1/zaps", statusCode: 200, responseBody: page },
		{
			method: "post",
			endpoint: "v1/command",
			statusCode: 202,
			responseBody: receipt,
		},
	].map(({ method, endpoint, statusCode, responseBody }) => ({
		uuid: endpoint,
		type: "http",
		method,
		endpoint,
		responseMode: null,
		responses: [
			{
				uuid: `${endpoint}-response`,
				body: toJson(responseBody),
				bodyType: "INLINE",
				statusCode,
				headers,
				default: true,
			},
		],
	}));
	return toJson({
		uuid: "zaps",
		// The format of version 9. With an older number, Mockoon migrates properties that do not exist here.
		lastMigration: 33,
		name: "zaps",
		port,
		hostname: "127.0.0.1",
		endpointPrefix: "",
		routes,
		rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
	});
}
