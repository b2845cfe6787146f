import { afterAll, beforeAll } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import { createClient } from "../../../src/entries/client.ts";
import { type MockInProcess, setupMock } from "../../../src/entries/node.ts";

export const BASE = "http://zaps.test/api";

/** Creates a mock that listens while the tests of a file run. */
export function testMock(): MockInProcess {
	const mock = setupMock({ baseUrl: BASE, dataset: "empty" });
	beforeAll(() => {
		mock.listen();
	});
	afterAll(() => mock.close());
	return mock;
}

/** Creates a zap, and returns the status of the response. */
export async function createZap(name: string, baseUrl = BASE): Promise<number> {
	const client = createClient({ baseUrl });
	return (await client.POST("/v1/zaps", { body: { name } })).response.status;
}

/** Returns the names of the zaps. */
export async function listNames(baseUrl = BASE, headers = {}) {
	const { data } = await createClient({ baseUrl, headers }).GET("/v1/zaps");
	return data?.items.map(({ name }) => name);
}

export const statusOf = async (url: string) => (await fetch(url)).status;

/** Returns the ids of the sessions. */
export const sessionsOf = async (control: Pick<Control, "sessions">) =>
	(await control.sessions()).map(({ id }) => id);
