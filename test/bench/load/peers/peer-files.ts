import { parse } from "yaml";

const JSON_HEADERS = { "Content-Type": "application/json" };
const ID = "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC";
const TIME = "2026-01-01T00:00:00.000Z";
const HEALTH = { status: "ok" };

/** A page of zaps as the mock answers it. */
export type Page = object;

const body = (value: unknown): string => JSON.stringify(value);

export const jsonServerDatabase = (page: Page): string =>
	body({
		health: HEALTH,
		zaps: "items" in page ? page.items : [],
		command: [],
	});

export const jsonServerRoutes: string = body({ "/v1/*": "/$1" });

/** The service's own document, with a whole page for an example. */
export function prismDocument(document: string, page: Page): string {
	const parsed: {
		paths: Record<string, Record<string, { responses: object }>>;
	} = parse(document);
	const listZaps = parsed.paths["/v1/zaps"]?.get;
	if (!listZaps)
		throw new Error("Cannot set up Prism: the document lists no zaps.");
	const schema = { type: "object" };
	const content = { "application/json": { schema, example: page } };
	listZaps.responses = { 200: { description: "A page.", content } };
	return body(parsed);
}

export function mountebankImposters(port: number, page: Page): string {
	const stub = (
		method: string,
		path: string,
		statusCode: number,
		answer: object,
		more: object = {},
	): object => ({
		predicates: [{ equals: { method, path } }],
		responses: [
			{ is: { statusCode, headers: JSON_HEADERS, body: answer }, ...more },
		],
	});
	const into = "$" + "{command}";
	const using = { method: "jsonpath", selector: "$.command" };
	const receipt = { id: ID, command: into, status: "accepted" };
	return body({
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

export function wireMockMappings(page: Page): string {
	const command = "{{jsonPath request.body '$.command'}}";
	const id = "cmd_{{randomValue length=26 type='ALPHANUMERIC'}}";
	const receipt = { id, command, status: "accepted", acceptedAt: "{{now}}" };
	const answer = { status: 200, headers: JSON_HEADERS };
	const get = (urlPath: string): object => ({ method: "GET", urlPath });
	return body({
		mappings: [
			{ request: get("/v1/health"), response: { ...answer, jsonBody: HEALTH } },
			{ request: get("/v1/zaps"), response: { ...answer, jsonBody: page } },
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
					body: body(receipt),
				},
			},
		],
	});
}

export function mockoonEnvironment(port: number, page: Page): string {
	const id = "cmd_{{faker 'string.ulid'}}";
	const command = "{{body 'command'}}";
	const receipt = { id, command, status: "accepted", acceptedAt: "{{now}}" };
	const headers = [{ key: "Content-Type", value: "application/json" }];
	const routes = [
		{ method: "get", endpoint: "v1/health", statusCode: 200, answer: HEALTH },
		{ method: "get", endpoint: "v1/zaps", statusCode: 200, answer: page },
		{
			method: "post",
			endpoint: "v1/command",
			statusCode: 202,
			answer: receipt,
		},
	].map(({ method, endpoint, statusCode, answer }) => ({
		uuid: endpoint,
		type: "http",
		method,
		endpoint,
		responseMode: null,
		responses: [
			{
				uuid: `${endpoint}-response`,
				body: body(answer),
				bodyType: "INLINE",
				statusCode,
				headers,
				default: true,
			},
		],
	}));
	return body({
		uuid: "zaps",
		// The format that version 9 writes; with an older number it migrates what is not there.
		lastMigration: 33,
		name: "zaps",
		port,
		hostname: "127.0.0.1",
		endpointPrefix: "",
		routes,
		rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
	});
}
