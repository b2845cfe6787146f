import { join } from "node:path";
import type { Control } from "../../../src/control/control.ts";
import { createControl } from "../../../src/control/create-control.ts";
import type { MockOptions } from "../../../src/engine/mock-options.ts";
import { keepSessionsIn } from "../../../src/engine/sessions/kept-session.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import type { StoreFile } from "../../../src/store/backing.ts";
import { openStoreFile } from "../../../src/store/sqlite/open-store-file.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { createSend } from "../../support/send-json.ts";

/** Opens a mock whose sessions are in a file. */
export async function openMock(
	path: string,
	options: MockOptions & {
		maxPages?: number;
		adapt?: (file: StoreFile) => StoreFile;
	} = {},
) {
	const { adapt = (file) => file } = options;
	const file = keepSessionsIn(adapt(await openStoreFile(path, options)));
	const mock = createServiceEngine({ clock: "system", ...options }, file);
	const send = createSend(mock.fetch);
	return {
		control: createControl(mock.context),
		fetch: mock.fetch,
		sessionsInMemory: () =>
			mock.context.sessions.inMemory().map(({ id }) => id),
		/** Returns the records of a session as the store has them. */
		readStore: (session: string) => {
			const { sessions, store } = mock.context;
			return sessions.view(session, ({ active }) =>
				store.read(active.stateKey),
			);
		},
		/** Sends a request in a session, and returns its body. */
		send: (method: string, path: string, body?: object, session = "default") =>
			send(method, path, body, { "mock-session": session }),
		/** Creates a zap in a session. */
		create: (name: string, session = "default") =>
			send("POST", "/v1/zaps", { name }, { "mock-session": session }),
		[Symbol.asyncDispose]: mock.close,
	};
}

export type StoredMock = Awaited<ReturnType<typeof openMock>>;

/** Opens a mock on a new file. */
export async function openRestartable(given: MockOptions = {}) {
	const scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const errors: unknown[] = [];
	const options = { onError: (error: unknown) => errors.push(error), ...given };
	let mock = await openMock(path, options);
	return {
		...{ path, errors },
		get mock() {
			return mock;
		},
		/** Closes the mock, and opens another one on the same file. */
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

export const listZaps = (mock: StoredMock, session?: string) =>
	mock.send("GET", "/v1/zaps?limit=100", undefined, session);

/** Returns what a session shows of itself. */
export const look = async (control: Omit<Control, "session">) => ({
	state: await control.state(),
	scenario: (await control.scenarios()).active,
	faults: await control.faults(),
	forward: await control.forward(),
	snapshots: await control.snapshots(),
});
