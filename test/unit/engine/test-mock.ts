import { service } from "../../../handlers/index.ts";
import type { Control } from "../../../src/control/control.ts";
import type { MockOptions } from "../../../src/engine/context.ts";
import type { Datasets, Service } from "../../../src/engine/service.ts";
import {
	type ControlledMock,
	createControlledMock,
} from "../../support/controlled-mock.ts";

type Sent = Readonly<Record<string, string>>;

/** A response whose body was read. */
export interface ReadResponse {
	readonly status: number;
	readonly statusText: string;
	readonly headers: Headers;
	/** Parsed if it is JSON, otherwise text. */
	readonly body: unknown;
}

/** A mock without a transport, with shortcuts for common requests. */
export interface TestMock extends AsyncDisposable {
	readonly core: ControlledMock;
	readonly control: Control;
	/** @throws TypeError for a broken connection */
	send(path: string, init: RequestInit): Promise<ReadResponse>;
	get(path: string, headers?: Sent): Promise<ReadResponse>;
	/** @param body sent as JSON, or as is if it is a string or bytes */
	post(path: string, body: unknown, headers?: Sent): Promise<ReadResponse>;
	/** Creates a zap in the session. */
	create(name: string, session?: string): Promise<ReadResponse>;
	/** The names of the newest 100 zaps of the session, newest first. */
	names(session?: string): Promise<string[]>;
}

export const inSession = (id: string): Sent => ({ "mock-session": id });

export const sessionIds = async ({ control }: TestMock): Promise<string[]> =>
	(await control.sessions()).map(({ id }) => id);

async function read(response: Response): Promise<ReadResponse> {
	if (response.type === "error") throw new TypeError("The connection broke.");
	const { status, statusText, headers } = response;
	const text = await response.text();
	const isJson = headers.get("content-type")?.includes("json") && text !== "";
	return {
		status,
		statusText,
		headers,
		body: isJson ? JSON.parse(text) : text,
	};
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

/** @param parts override parts of the service */
export function createTestMock(
	options: MockOptions = {},
	parts: Partial<Service> = {},
): TestMock {
	const core = createControlledMock(options, { ...service, ...parts });
	const send: TestMock["send"] = async (path, init) =>
		read(await core.fetch(new Request(`http://zaps.test${path}`, init)));
	const get: TestMock["get"] = (path, headers = {}) => send(path, { headers });
	const post: TestMock["post"] = (path, body, headers = {}) =>
		send(path, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: isRaw(body) ? body : JSON.stringify(body),
		});
	return {
		core,
		control: core.control,
		send,
		get,
		post,
		create: (name, session = "default") =>
			post("/v1/zaps", { name }, inSession(session)),
		async names(session = "default") {
			const { body } = await get("/v1/zaps?limit=100", inSession(session));
			const { items } = body as { items: { name: string }[] };
			return items.map(({ name }) => name);
		},
		[Symbol.asyncDispose]: core.close,
	};
}
