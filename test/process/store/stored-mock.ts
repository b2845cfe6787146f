import { join } from "node:path";
import type { Control } from "../../../src/control/control.ts";
import { createControl } from "../../../src/control/create-control.ts";
import type { MockOptions } from "../../../src/engine/context.ts";
import { createServiceEngine } from "../../../src/service-engine.ts";
import { openStoreFile } from "../../../src/store/sqlite/open-store-file.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** A mock whose sessions are in a file. */
export interface StoredMock extends AsyncDisposable {
	readonly control: Control;
	/** Sends a request, and returns its body. */
	send(
		method: string,
		path: string,
		body?: object,
		session?: string,
	): Promise<{ status: number; body: Record<string, unknown> }>;
}

export async function openMock(
	path: string,
	options: MockOptions & { maxPages?: number } = {},
): Promise<StoredMock> {
	const file = await openStoreFile(path, options);
	const mock = createServiceEngine({ clock: "system", ...options }, file);
	return {
		control: createControl(mock.context),
		async send(method, path, body, session = "default") {
			const response = await mock.fetch(
				new Request(`http://mock.test${path}`, {
					method,
					headers: {
						"content-type": "application/json",
						"mock-session": session,
					},
					...(body && { body: JSON.stringify(body) }),
				}),
			);
			const text = await response.text();
			const isJson = /json/.test(response.headers.get("content-type") ?? "");
			return {
				status: response.status,
				body: isJson ? JSON.parse(text) : { text },
			};
		},
		[Symbol.asyncDispose]: mock.close,
	};
}

export interface RestartableMock extends AsyncDisposable {
	readonly path: string;
	readonly mock: StoredMock;
	/** Closes the mock, and opens another one on the same file. */
	reopen(next?: MockOptions): Promise<StoredMock>;
}

/** Opens a mock on a new file. */
export async function openRestartable(
	options: MockOptions = {},
): Promise<RestartableMock> {
	const scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	let mock = await openMock(path, options);
	return {
		path,
		get mock() {
			return mock;
		},
		async reopen(next: MockOptions = options) {
			await mock[Symbol.asyncDispose]();
			mock = await openMock(path, next);
			return mock;
		},
		async [Symbol.asyncDispose]() {
			await mock[Symbol.asyncDispose]();
			await scratch[Symbol.asyncDispose]();
		},
	};
}

export const listZaps = (
	mock: StoredMock,
	session?: string,
): ReturnType<StoredMock["send"]> =>
	mock.send("GET", "/v1/zaps?limit=100", undefined, session);
