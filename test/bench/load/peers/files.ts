import { readFile } from "node:fs/promises";
import { parse } from "yaml";

const DOCUMENT = new URL("../../../../contracts/openapi.yaml", import.meta.url);
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
	const stubs = createRoutes(
		page,
		"cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC",
		into,
		"2026-01-01T00:00:00.000Z",
	).map(({ method, path, status, body }) => {
		const is = { statusCode: status, headers, body };
		const response = method === "POST" ? { is, behaviors } : { is };
		return {
			predicates: [{ equals: { method, path } }],
			responses: [response],
		};
	});
	return { imposters: [{ protocol: "http", port, stubs }] };
}

export function createWireMockMappings(page: object): object {
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
	return { mappings };
}

export function createMockoonEnvironment(port: string, page: object): object {
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
	return {
		...{ uuid: "zaps", name: "zaps", hostname: "127.0.0.1" },
		...{ port: Number(port), endpointPrefix: "", routes },
		// The format of version 9. With an older number, Mockoon migrates properties that do not exist here.
		lastMigration: 33,
		rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
	};
}
