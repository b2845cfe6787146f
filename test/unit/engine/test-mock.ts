import { service } from "../../../handlers/index.ts";
import type { MockOptions } from "../../../src/engine/mock-options.ts";
import type { Datasets, Service } from "../../../src/engine/model/service.ts";
import { createControlledMock } from "../../support/controlled-mock.ts";

type Sent = Readonly<Record<string, string>>;

export const inSession = (id: string): Sent => ({ "mock-session": id });

export const sessionIds = async (mock: TestMock): Promise<string[]> =>
	(await mock.sessions()).map(({ id }) => id);

/** Reads a body, and parses it if it is JSON. */
async function read(response: Response) {
	if (response.type === "error") throw new TypeError("The connection broke.");
	const { status, statusText, headers } = response;
	const text = await response.text();
	const isJson = headers.get("content-type")?.includes("json") && text !== "";
	const body: unknown = isJson ? JSON.parse(text) : text;
	return { status, statusText, headers, body };
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
	typeof body === "string" || body instanceof Uint8Array;

/** A dataset without records. */
export const NO_RECORDS = { zaps: [], commands: [], pipelines: [], audit: [] };

/** Returns the datasets of the service with another `default`. */
export const withDefault = (
	load: Datasets[string],
): Pick<Service, "datasets"> => ({
	datasets: { ...service.datasets, default: load },
});

/**
 * Creates a mock without a transport, with its control and shortcuts for common requests.
 * @param parts override parts of the service
 */
export function createTestMock(
	options: MockOptions = {},
	parts: Partial<Service> = {},
) {
	const core = createControlledMock(options, { ...service, ...parts });
	/** @throws TypeError for a broken connection */
	const send = async (path: string, init: RequestInit) =>
		read(await core.fetch(new Request(`http://zaps.test${path}`, init)));
	const get = (path: string, headers: Sent = {}) => send(path, { headers });
	/** @param body sent as JSON, or as is if it is a string or bytes */
	const post = (path: string, body: unknown, headers: Sent = {}) =>
		send(path, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: isRaw(body) ? body : JSON.stringify(body),
		});
	return {
		...core.control,
		core,
		send,
		get,
		post,
		status: async (path: string, headers: Sent = {}) =>
			(await get(path, headers)).status,
		/** Creates a zap in the session. */
		create: (name: string, session = "default") =>
			post("/v1/zaps", { name }, inSession(session)),
		/** Returns the names of the newest 100 zaps of the session, newest first. */
		async names(session = "default"): Promise<string[]> {
			const { body } = await get("/v1/zaps?limit=100", inSession(session));
			const { items } = body as { items: { name: string }[] };
			return items.map(({ name }) => name);
		},
		[Symbol.asyncDispose]: core.close,
	};
}

export type TestMock = ReturnType<typeof createTestMock>;
