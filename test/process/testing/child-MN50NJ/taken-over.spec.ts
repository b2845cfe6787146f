
import { afterAll, beforeAll, describe, expect, test as plain } from "vitest";
import { test } from "../../../../src/entries/vitest.ts";
import { createClient } from "../../../../src/entries/client.ts";
import { loadConfig, setupMock } from "../../../../src/entries/node.ts";
const baseUrl = "http://zaps.test";

import { setupServer } from "msw/node";
for (const end of ["listens", "has closed"])
	describe("if a server of the user", () => {
		const server = setupServer();
		beforeAll(() => {
			server.listen({ onUnhandledRequest: "bypass" });
			if (end === "has closed") server.close();
		});
		afterAll(() => server.close());
		test(end, async ({ mock }) => {
			await fetch(mock.url + "/v1/health");
		});
	});
