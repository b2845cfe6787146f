import { readFile } from "node:fs/promises";
import { parse } from "yaml";

const DOCUMENT = new URL("../../../../contracts/openapi.yaml", import.meta.url);
const HEALTH = { status: "ok" };
const headers = { "Content-Type": "application/json" };

/** The routes of a server that returns fixed responses, with its own templates for the receipt of a command. */
const createRoutes = (
	page: object,
	receipt: Record<"id" | "command" | "acceptedAt", string>,
) => [
	{ method: "GET", path: "/v1/health", status: 200, body: HEALTH },
	{ method: "GET", path: "/v1/zaps", status: 200, body: page },
	{
		method: "POST",
		path: "/v1/command",
		status: 202,
		body: { ...receipt, status: "accepted" },
	},
];

export const createJsonServerDatabase = (page: object): object => ({
	health: HEALTH,
	zaps: "items" in page ? page.items : [],
	command: [],
});

/** Adds the page as an example to the OpenAPI document of the service. */
export async function createPrismDocument(page: object): Promise<object> {
	const document = parse(await readFile(DOCUMENT, "utf8"));
	const schema = { type: "object" };
	const content = { "application/json": { schema, example: page } };
	document.paths["/v1/zaps"].get.responses = {
		200: { description: "A page.", content },
	};
	return document;
}

export function createMountebankImposters(port: string, page: object): object {
	const into = "$" + "{command}";
	const using = { method: "jsonpath", selector: "$.command" };
	const behaviors = [{ copy: { from: "body", into, using } }];
	const routes = createRoutes(page, {
		id: "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC",
		command: into,
		acceptedAt: "2026-01-01T00:00:00.000Z",
	});
	const stubs = routes.map(({ method, path, status, body }) => ({
		predicates: [{ equals: { method, path } }],
		responses: [
			{
				is: { statusCode: status, headers, body },
				...(method === "POST" && { behaviors }),
			},
		],
	}));
	return { imposters: [{ protocol: "http", port, stubs }] };
}

export function createWireMockMappings(page: object): object {
	const bodyPatterns = [{ matchesJsonPath: "$.command" }];
	const transformers = ["response-template"];
	const routes = createRoutes(page, {
		id: "cmd_{{randomValue length=26 type='ALPHANUMERIC'}}",
		command: "{{jsonPath request.body '$.command'}}",
		acceptedAt: "{{now}}",
	});
	return {
		mappings: routes.map(({ method, path: urlPath, status, body }) =>
			method === "GET"
				? {
						request: { method, urlPath },
						response: { status, headers, jsonBody: body },
					}
				: {
						request: { method, urlPath, bodyPatterns },
						response: {
							...{ status, headers, transformers },
							body: JSON.stringify(body),
						},
					},
		),
	};
}

export function createMockoonEnvironment(port: string, page: object): object {
	const routes = createRoutes(page, {
		id: "cmd_{{faker 'string.ulid'}}",
		command: "{{body 'command'}}",
		acceptedAt: "{{now}}",
	}).map(({ method, path, status, body }) => ({
		uuid: path,
		type: "http",
		method: method.toLowerCase(),
		endpoint: path.slice(1),
		responseMode: null,
		responses: [
			{
				uuid: `${path}-response`,
				body: JSON.stringify(body),
				bodyType: "INLINE",
				statusCode: status,
				headers: [{ key: "Content-Type", value: "application/json" }],
				default: true,
			},
		],
	}));
	return {
		uuid: "zaps",
		// The format of version 9. With an older number, Mockoon migrates properties that do not exist here.
		lastMigration: 33,
		name: "zaps",
		port: Number(port),
		hostname: "127.0.0.1",
		endpointPrefix: "",
		routes,
		rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
	};
}
