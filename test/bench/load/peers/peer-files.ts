import { parse } from "yaml";

const JSON_HEADERS = { "Content-Type": "application/json" };
const HEALTH = { status: "ok" };

/** A page of zaps, as the mock returns it. */
export type ZapsPage = object;

interface Route {
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly status: number;
	readonly body: object;
}

/** The routes of a server that returns fixed responses, with its own templates for the receipt of a command. */
const createRoutes = (
	page: ZapsPage,
	receipt: Record<"id" | "command" | "acceptedAt" | "status", string>,
): Route[] => [
	{ method: "GET", path: "/v1/health", status: 200, body: HEALTH },
	{ method: "GET", path: "/v1/zaps", status: 200, body: page },
	{ method: "POST", path: "/v1/command", status: 202, body: receipt },
];

export const createJsonServerDatabase = (page: ZapsPage): object => ({
	health: HEALTH,
	zaps: "items" in page ? page.items : [],
	command: [],
});

/** Adds the page as an example to the OpenAPI document of the service. */
export function createPrismDocument(document: string, page: ZapsPage): object {
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
	return parsed;
}

export function createMountebankImposters(
	port: number,
	page: ZapsPage,
): object {
	const into = "$" + "{command}";
	const using = { method: "jsonpath", selector: "$.command" };
	const behaviors = [{ copy: { from: "body", into, using } }];
	const routes = createRoutes(page, {
		id: "cmd_01KDVQ2JM0R4T7XKQ5D2V9N8HC",
		command: into,
		acceptedAt: "2026-01-01T00:00:00.000Z",
		status: "accepted",
	});
	const stubs = routes.map(({ method, path, status, body }) => ({
		predicates: [{ equals: { method, path } }],
		responses: [
			{
				is: { statusCode: status, headers: JSON_HEADERS, body },
				...(method === "POST" && { behaviors }),
			},
		],
	}));
	return { imposters: [{ protocol: "http", port, stubs }] };
}

export function createWireMockMappings(page: ZapsPage): object {
	const routes = createRoutes(page, {
		id: "cmd_{{randomValue length=26 type='ALPHANUMERIC'}}",
		command: "{{jsonPath request.body '$.command'}}",
		acceptedAt: "{{now}}",
		status: "accepted",
	});
	const bodyPatterns = [{ matchesJsonPath: "$.command" }];
	const transformers = ["response-template"];
	return {
		mappings: routes.map(({ method, path: urlPath, status, body }) => {
			const isRead = method === "GET";
			return {
				request: { method, urlPath, ...(!isRead && { bodyPatterns }) },
				response: {
					...{ status, headers: JSON_HEADERS },
					...(isRead
						? { jsonBody: body }
						: { transformers, body: JSON.stringify(body) }),
				},
			};
		}),
	};
}

export function createMockoonEnvironment(port: number, page: ZapsPage): object {
	const routes = createRoutes(page, {
		id: "cmd_{{faker 'string.ulid'}}",
		command: "{{body 'command'}}",
		acceptedAt: "{{now}}",
		status: "accepted",
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
		port,
		hostname: "127.0.0.1",
		endpointPrefix: "",
		routes,
		rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
	};
}
