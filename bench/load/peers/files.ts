import { readFile } from "node:fs/promises";
import { parse } from "yaml";

const DOCUMENT = new URL("../../../contracts/openapi.yaml", import.meta.url);
/** The content of configuration files by their paths. */
export type Files = Readonly<Record<string, object>>;

const HEALTH = { status: "ok" };
const headers = { "Content-Type": "application/json" };

/** The routes of a server that returns fixed responses, with its own templates for the receipt of a command. */
function createRoutes(
	page: object,
	...[id, command, acceptedAt]: [string, string, string]
) {
	const receipt = { id, command, acceptedAt, status: "accepted" };
	return [
		{ method: "GET", path: "/v1/health", status: 200, body: HEALTH },
		{ method: "GET", path: "/v1/zaps", status: 200, body: page },
		{ method: "POST", path: "/v1/command", status: 202, body: receipt },
	];
}

export function createJsonServerFiles(page: object): Files {
	const zaps = "items" in page ? page.items : [];
	return {
		"db.json": { health: HEALTH, zaps, command: [] },
		"routes.json": { "/v1/*": "/$1" },
	};
}

/** Adds the page as an example to the OpenAPI document of the service. */
export async function createPrismFiles(page: object): Promise<Files> {
	const document = parse(await readFile(DOCUMENT, "utf8"));
	const schema = { type: "object" };
	const content = { "application/json": { schema, example: page } };
	const response = { description: "A page.", content };
	document.paths["/v1/zaps"].get.responses = { 200: response };
	return { "openapi.json": document };
}

export function createMountebankFiles(page: object, port: string): Files {
	const into = "$" + "{command}";
	const using = { method: "jsonpath", selector: "$.command" };
	const behaviors = [{ copy: { from: "body", into, using } }];
	const stubs = createRoutes(
		page,
		"cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC",
		into,
		"2026-01-01T00:00:00.000Z",
	).map(({ method, path, status, body }) => {
		const is = { statusCode: status, headers, body };
		const responses = [method === "POST" ? { is, behaviors } : { is }];
		return { predicates: [{ equals: { method, path } }], responses };
	});
	const imposters = [{ protocol: "http", port, stubs }];
	return { "imposters.json": { imposters } };
}

export function createWireMockFiles(page: object): Files {
	const bodyPatterns = [{ matchesJsonPath: "$.command" }];
	const transformers = ["response-template"];
	const mappings = createRoutes(
		page,
		"cmd_{{randomValue length=26 type='ALPHANUMERIC'}}",
		"{{jsonPath request.body '$.command'}}",
		"{{now}}",
	).map(({ method, path, status, body }) => {
		const request = { method, urlPath: path };
		const response = { status, headers };
		if (method === "GET")
			return { request, response: { ...response, jsonBody: body } };
		const template = { transformers, body: JSON.stringify(body) };
		return {
			request: { ...request, bodyPatterns },
			response: { ...response, ...template },
		};
	});
	return { "mappings/zaps.json": { mappings } };
}

export function createMockoonFiles(page: object, port: string): Files {
	const routes = createRoutes(
		page,
		"cmd_{{faker 'string.ulid'}}",
		"{{body 'command'}}",
		"{{now}}",
	).map(({ method, path, status, body }) => ({
		...{ uuid: path, type: "http", responseMode: null },
		...{ method: method.toLowerCase(), endpoint: path.slice(1) },
		responses: [
			{
				...{ uuid: `${path}-response`, default: true, statusCode: status },
				headers: [{ key: "Content-Type", value: "application/json" }],
				...{ bodyType: "INLINE", body: JSON.stringify(body) },
			},
		],
	}));
	const environment = {
		...{ uuid: "zaps", name: "zaps", hostname: "127.0.0.1" },
		...{ port: Number(port), endpointPrefix: "", routes },
		// The format of version 9. With an older number, Mockoon migrates properties that do not exist here.
		lastMigration: 33,
		rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
	};
	return { "mockoon.json": environment };
}
