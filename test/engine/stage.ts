import { service } from "../../handlers/index.ts";
import type { Control } from "../../src/control/control.ts";
import type { MockOptions } from "../../src/engine/context.ts";
import type { Service } from "../../src/engine/service.ts";
import type { Fault } from "../../src/faults/fault.ts";
import { createTestMock, type TestMock } from "../support/create-mock.ts";

type Sent = Readonly<Record<string, string>>;

/** An answer, read to its end. */
export interface Answered {
	readonly status: number;
	readonly headers: Headers;
	/** Parsed where it was JSON, else text. */
	readonly body: unknown;
}

/** The mock without a transport, and the few things that most tests do with it. */
export interface Stage extends AsyncDisposable {
	readonly core: TestMock;
	readonly control: Control;
	/** @throws where the answer stands for a broken connection */
	get(path: string, headers?: Sent): Promise<Answered>;
	post(path: string, body: unknown, headers?: Sent): Promise<Answered>;
	/** Creates a zap in the session. */
	create(name: string, session?: string): Promise<Answered>;
	/** The names of the newest 100 zaps of the session, newest first. */
	names(session?: string): Promise<string[]>;
}

export const inSession = (id: string): Sent => ({ "mock-session": id });

async function read(response: Response): Promise<Answered> {
	if (response.type === "error") throw new TypeError("The connection broke.");
	const { status, headers } = response;
	const text = await response.text();
	const isJson = headers.get("content-type")?.includes("json") && text !== "";
	return { status, headers, body: isJson ? JSON.parse(text) : text };
}

/** @param parts of the service that are not as they are */
export function createStage(
	options: MockOptions = {},
	parts: Partial<Service> = {},
): Stage {
	const core = createTestMock(options, { ...service, ...parts });
	const send = async (path: string, init: RequestInit): Promise<Answered> =>
		read(await core.fetch(new Request(`http://zaps.test${path}`, init)));
	const get: Stage["get"] = (path, headers = {}) => send(path, { headers });
	const post: Stage["post"] = (path, body, headers = {}) =>
		send(path, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
	return {
		core,
		control: core.control,
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

/** A fault of `listZaps`, whatever it is given. */
export const onZaps = (fault: object): Fault =>
	({ operation: "listZaps", ...fault }) as Fault;
