import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { service } from "../../handlers/index.ts";
import { serve } from "../../src/adapters/http/serve.ts";
import { proposeEdits } from "../../src/cli/serve/propose-edits.ts";
import { readPageFile } from "../../src/cli/serve/serve-control.ts";
import { createControlClient } from "../../src/control/client/client.ts";
import type { Control } from "../../src/control/control.ts";
import { createControlServer } from "../../src/control/server/control-server.ts";
import type { MockOptions } from "../../src/engine/mock-options.ts";
import type { SharedMock } from "../../src/engine/shared-mock.ts";
import { createControlledMock } from "./controlled-mock.ts";
import { openReplicas } from "./open-replicas.ts";
import { createSharedAddress, REPLICAS } from "./replicas.ts";
import { startBalancer } from "./start-balancer.ts";

/** A mock and its control, in process or over HTTP. */
export interface Stage extends AsyncDisposable {
	readonly control: Control;
	/** Sends a request to the service. */
	send(path: string, init?: RequestInit): Promise<Response>;
	/** Creates a zap with the given name. */
	createZap(name: string, session?: string): Promise<Response>;
}

export interface ServedStage extends Stage {
	readonly url: string;
}

export type StageOptions = Pick<
	MockOptions,
	"journal" | "dataset" | "basePath"
>;

export const addHelpers = (
	rest: Omit<ServedStage, "createZap">,
): ServedStage => ({
	...rest,
	createZap(name, session) {
		const headers = new Headers({ "content-type": "application/json" });
		if (session !== undefined) headers.set("mock-session", session);
		const body = JSON.stringify({ name });
		return rest.send("/v1/zaps", { method: "POST", headers, body });
	},
});

const DOCUMENT = new URL("../../contracts/openapi.yaml", import.meta.url);

interface ServedOptions extends StageOptions {
	readonly token?: string;
	/** Lets the mock share a store with others. */
	readonly shared?: SharedMock;
	/** The id of an assumption to mark as refuted in the ledger. */
	readonly refuted?: string;
}

/** Serves a mock, or two of them with one store (see `REPLICAS`). */
export async function serveStage(
	options: ServedOptions = {},
): Promise<ServedStage> {
	if (!REPLICAS || options.shared) return serveOne(options);
	const address = new URL(await createSharedAddress());
	const prefix = address.searchParams.get("prefix") ?? "";
	address.search = "";
	const replicas = await openReplicas(address.href, 2, { ...options, prefix });
	const served = await Promise.all(
		replicas.map((shared) => serveOne({ ...options, shared })),
	);
	const { url, close } = await startBalancer(served.map((each) => each.url));
	return addHelpers({
		url,
		control: createControlClient({ url, token: options.token }),
		send: (path, init) => fetch(url + path, init),
		async [Symbol.asyncDispose]() {
			await Promise.all(served.map((each) => each[Symbol.asyncDispose]()));
			await close();
		},
	});
}

async function serveOne(options: ServedOptions): Promise<ServedStage> {
	const { token, refuted, shared, ...rest } = options;
	const { basePath } = rest;
	const ledger = service.ledger.map((entry) =>
		entry.id === refuted ? { ...entry, status: "refuted" as const } : entry,
	);
	const mock = createControlledMock(rest, { ...service, ledger }, shared);
	await shared?.start();
	const ending = new AbortController();
	const rejections = new Map<number, number>();
	const served = await serve({
		mock,
		control: createControlServer({
			control: mock.control,
			token,
			basePath,
			version: "1.2.3",
			readPageFile,
			document: async () => parse(await readFile(DOCUMENT, "utf8")),
			proposeEdits: (operation, entries) =>
				proposeEdits({ file: undefined, operation, entries }),
			ending: ending.signal,
			rejections,
		}),
		rejections,
		basePath,
		port: 0,
		host: "127.0.0.1",
	});
	return addHelpers({
		url: served.url,
		control: createControlClient({ url: served.url, token }),
		send: (path, init) => fetch(served.url + path, init),
		async [Symbol.asyncDispose]() {
			ending.abort();
			await served.close();
			await mock.close();
		},
	});
}

export async function stageInProcess(
	options: StageOptions = {},
	shared?: SharedMock,
): Promise<Stage> {
	const mock = createControlledMock(options, service, shared);
	await shared?.start();
	return addHelpers({
		url: "",
		control: mock.control,
		send: (path, init) =>
			mock.fetch(new Request(`http://zaps.test${path}`, init)),
		[Symbol.asyncDispose]: mock.close,
	});
}

/** The ways to control a mock, by name. */
export const stages: Readonly<
	Record<string, (options?: StageOptions) => Promise<Stage>>
> = {
	"in process": (options) => stageInProcess(options),
	"over HTTP": serveStage,
};
