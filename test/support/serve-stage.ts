import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { service } from "../../handlers/index.ts";
import { serve } from "../../src/adapters/http/serve.ts";
import { readPageFile } from "../../src/cli/serve-control.ts";
import { createControlClient } from "../../src/control/client/client.ts";
import type { Control } from "../../src/control/control.ts";
import { createControlServer } from "../../src/control/server/control-server.ts";
import type { MockOptions } from "../../src/engine/context.ts";
import { createControlledMock } from "./controlled-mock.ts";

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

type Options = Pick<MockOptions, "journal" | "dataset" | "basePath">;

function addHelpers(
	send: Stage["send"],
	rest: Omit<ServedStage, "send" | "createZap">,
): ServedStage {
	return {
		...rest,
		send,
		createZap: (name, session) =>
			send("/v1/zaps", {
				method: "POST",
				headers: {
					"content-type": "application/json",
					...(session !== undefined && { "mock-session": session }),
				},
				body: JSON.stringify({ name }),
			}),
	};
}

const DOCUMENT = new URL("../../contracts/openapi.yaml", import.meta.url);

export async function serveStage(
	options: Options & {
		readonly token?: string;
		/** The id of an assumption to mark as refuted in the ledger. */
		readonly refuted?: string;
	} = {},
): Promise<ServedStage> {
	const { token, refuted, ...rest } = options;
	const ledger = service.ledger.map((entry) =>
		entry.id === refuted ? { ...entry, status: "refuted" as const } : entry,
	);
	const mock = createControlledMock(rest, { ...service, ledger });
	const ending = new AbortController();
	const rejections = new Map<number, number>();
	const served = await serve({
		mock,
		control: createControlServer({
			control: mock.control,
			token,
			basePath: options.basePath,
			version: "1.2.3",
			readPageFile,
			document: async () => parse(await readFile(DOCUMENT, "utf8")),
			ending: ending.signal,
			rejections,
		}),
		rejections,
		basePath: options.basePath,
		port: 0,
		host: "127.0.0.1",
	});
	const send: Stage["send"] = (path, init) => fetch(served.url + path, init);
	return addHelpers(send, {
		url: served.url,
		control: createControlClient({ url: served.url, token }),
		async [Symbol.asyncDispose]() {
			ending.abort();
			await served.close();
			await mock.close();
		},
	});
}

function stageInProcess(options: Options = {}): Stage {
	const mock = createControlledMock(options);
	const send: Stage["send"] = (path, init) =>
		mock.fetch(new Request(`http://zaps.test${path}`, init));
	return addHelpers(send, {
		url: "",
		control: mock.control,
		[Symbol.asyncDispose]: mock.close,
	});
}

/** The ways to control a mock, by name. */
export const stages: Readonly<
	Record<string, (options?: Options) => Promise<Stage>>
> = {
	"in process": async (options) => stageInProcess(options),
	"over HTTP": serveStage,
};
