import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "yaml";
import { attempt } from "../../src/values/errors.ts";
import { closedPort } from "../support/stub-server.ts";
import type { DocumentServer, ServeDocument } from "./serve-document.ts";

const FOLDER = fileURLToPath(
	new URL("../../.bench/documents/", import.meta.url),
);
const PACKAGES = [
	// The last version that runs on Node 20.
	"@stoplight/prism-cli@5.14.2",
	"@mockoon/cli@9",
	"@scalar/mock-server@0.3",
	"@hono/node-server@2",
	"openapi-backend@5",
	"@mswjs/source@0.5",
	"msw@2",
];

const MOCK = "http://mock.test";
const START_MS = 30_000;
const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 20;

/** Installs the other mock servers, if they are not. */
export function installPeers(): void {
	if (existsSync(join(FOLDER, "node_modules"))) return;
	mkdirSync(FOLDER, { recursive: true });
	const npm = ["install", "--prefix", FOLDER, "--no-audit", "--no-fund"];
	const { status } = spawnSync(
		"npm",
		[...npm, "--ignore-scripts", ...PACKAGES],
		{ stdio: ["ignore", "ignore", "inherit"] },
	);
	if (status !== 0) throw new Error("The other servers cannot be installed.");
}

const serving = (
	fetch: DocumentServer["fetch"],
	stop: () => unknown = () => undefined,
): DocumentServer => ({
	fetch: (request) =>
		fetch(request).catch(() => new Response(null, { status: 500 })),
	serves: () => true,
	async [Symbol.asyncDispose]() {
		await stop();
	},
});

const canConnect = (url: string): Promise<boolean> =>
	fetch(url).then(
		() => true,
		() => false,
	);

/** The servers that run. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
});
process.once("SIGTERM", () => process.exit());

/** Starts a server in a process of its own, and waits until it responds. */
async function start(args: readonly string[], url: string) {
	const child = spawn(process.execPath, args, { stdio: "ignore" });
	const exited = once(child, "exit");
	running.add(child);
	const stop = async (): Promise<void> => {
		child.kill("SIGKILL");
		await exited;
		running.delete(child);
	};
	const end = Date.now() + START_MS;
	while (!(await canConnect(url))) {
		if (child.exitCode !== null || Date.now() > end) {
			await stop();
			throw new Error("does not start");
		}
		await delay(INTERVAL_MS);
	}
	return stop;
}

const sendTo =
	(base: string): DocumentServer["fetch"] =>
	async (request) => {
		const { url, method, headers } = request;
		const body = method === "GET" ? null : await request.arrayBuffer();
		return fetch(url.replace(MOCK, base), {
			...{ method, headers, body, redirect: "manual" },
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
	};

/** Runs the program of a package. */
const run =
	(
		program: string,
		list: (document: string, port: string) => readonly string[],
		findPrefix: (document: string) => Promise<string> = async () => "",
	): ServeDocument =>
	async (document) => {
		const { port } = new URL((await closedPort()).url);
		const base = `http://127.0.0.1:${port}`;
		const path = join(FOLDER, "node_modules", program);
		const stop = await start([path, ...list(document, port)], base);
		const prefix = await findPrefix(document);
		return serving(sendTo(base + prefix), stop);
	};

const read = async (file: string) => parse(await readFile(file, "utf8"));

/** Returns the path of the first server of a document. */
async function readServerPath(file: string): Promise<string> {
	const [server] = (await read(file)).servers ?? [];
	const url = attempt(() => new URL(server.url, MOCK));
	return url?.pathname.replace(/\/$/, "") ?? "";
}

const load = (name: string) =>
	import(
		pathToFileURL(createRequire(join(FOLDER, "index.js")).resolve(name)).href
	);

/** The context that `openapi-backend` passes to a handler. */
interface Context {
	readonly api: {
		mockResponseForOperation(id: string): { status: number; mock: unknown };
	};
	readonly operation: { readonly operationId: string };
}

/** Names the operations, which openapi-backend needs. */
function withOperationIds<Document extends { paths: object }>(
	document: Document,
): Document {
	for (const [path, item] of Object.entries(document.paths))
		for (const method of ["get", "put", "post", "patch", "delete"])
			if (method in item) item[method].operationId ??= `${method} ${path}`;
	return document;
}

const serveByOpenApiBackend: ServeDocument = async (file) => {
	const { default: loaded, OpenAPIBackend = loaded.OpenAPIBackend } =
		await load("openapi-backend");
	const reject = (status: number) => () => Response.json({}, { status });
	const definition = withOperationIds(await read(file));
	const schemes = Object.keys(definition.components?.securitySchemes ?? {});
	const api = new OpenAPIBackend({
		definition,
		securityHandlers: Object.fromEntries(
			schemes.map((name) => [name, () => true]),
		),
		handlers: {
			...{ notFound: reject(404), methodNotAllowed: reject(405) },
			...{ validationFail: reject(400), unauthorizedHandler: reject(401) },
			notImplemented({
				api: { mockResponseForOperation },
				operation,
			}: Context) {
				const { status, mock } = mockResponseForOperation.call(
					api,
					operation.operationId,
				);
				return status === 204 || mock === undefined
					? new Response(null, { status })
					: Response.json(mock, { status });
			},
		},
	});
	await api.init();
	return serving(async (request) => {
		const { pathname, search } = new URL(request.url);
		const text = await request.text();
		const isJson = /json/.test(request.headers.get("content-type") ?? "");
		return api.handleRequest({
			...{ method: request.method, path: pathname, query: search.slice(1) },
			headers: Object.fromEntries(request.headers),
			body: isJson && text !== "" ? JSON.parse(text) : text,
		});
	});
};

const serveByScalar: ServeDocument = async (file) => {
	const { createMockServer } = await load("@scalar/mock-server");
	const { serve } = await load("@hono/node-server");
	const app = await createMockServer({ specification: await read(file) });
	const server: Server = serve({
		...{ fetch: app.fetch, hostname: "127.0.0.1", port: 0 },
	});
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return serving(sendTo(`http://127.0.0.1:${port}`), () => server.close());
};

const serveByMswSource: ServeDocument = async (file) => {
	const { fromOpenApi } = await load("@mswjs/source/open-api");
	const { getResponse } = await load("msw");
	const document = await read(file);
	const handlers = await fromOpenApi({ ...document, servers: [{ url: MOCK }] });
	const notFound = () => new Response(null, { status: 404 });
	return serving(async (request) => {
		return (await getResponse(handlers, request)) ?? notFound();
	});
};

const PRISM = "@stoplight/prism-cli/dist/index.js";
const prism = (...options: readonly string[]): ServeDocument =>
	run(PRISM, (file, port) => [
		...["mock", file, "--host", "127.0.0.1", "--port", port],
		...["--verboseLevel", "silent", "--no-multiprocess", ...options],
	]);

/** Other servers that respond as a document says. */
export const peers = {
	"Prism 5.14": prism(),
	"Prism 5.14 `-d`": prism("--dynamic"),
	"Scalar mock server": serveByScalar,
	"Mockoon 9": run(
		"@mockoon/cli/bin/run.js",
		(file, port) => [
			...["start", "--data", file, "--port", port],
			...["--hostname", "127.0.0.1", "--disable-log-to-file"],
		],
		readServerPath,
	),
	"openapi-backend 5": serveByOpenApiBackend,
	"@mswjs/source": serveByMswSource,
} satisfies Record<string, ServeDocument>;

export type PeerName = keyof typeof peers;
