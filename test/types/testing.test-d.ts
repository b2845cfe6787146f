// `tsc` compiles this file in `npm run check`. Each line after `@ts-expect-error` must not compile.
import { http } from "msw";
import { expect } from "vitest";
import { connectMock, setupMock } from "../../src/entries/node.ts";
import { test } from "../../src/entries/vitest.ts";

const page = { items: [], nextCursor: null };

test("answers", async ({ mock }) => {
	await mock.answer("listZaps", 401);
	await mock.answer("listZaps", 503);
	await mock.answer("listZaps", { body: page, times: 1, delayMs: 5 });
	await mock.answer("getHealth", {
		status: 503,
		body: { status: "unavailable" },
	});
	await mock.answer("listZaps", { status: 418, force: true, body: "teapot" });
	// @ts-expect-error an unknown operation
	await mock.answer("deleteZap", 500);
	// @ts-expect-error a status that the OpenAPI document does not list for the operation
	await mock.answer("listZaps", 404);
	// @ts-expect-error the same as an object
	await mock.answer("listZaps", { status: 404 });
	// @ts-expect-error a misspelled property
	await mock.answer("listZaps", { staus: 503 });
	// @ts-expect-error a status that some operations do not list
	await mock.answer("*", 404);
	// @ts-expect-error a body without a status for operations whose success status differs
	await mock.answer("*", { body: "gone" });
	// @ts-expect-error a body that the OpenAPI document does not describe for success
	await mock.answer("listZaps", { body: { zaps: [] } });
	// @ts-expect-error a body that the OpenAPI document describes for another status
	await mock.answer("getHealth", { status: 503, body: { status: "ok" } });
});

test("names the nearest operation in the only error about a misspelled one", async ({
	mock,
}) => {
	type NameFor<Given extends string> = Parameters<
		typeof mock.answer<Given, 503>
	>[0];
	"listZaps" satisfies NameFor<"listZap">;
	"getHealth" satisfies NameFor<"getHealht">;
	// @ts-expect-error not the nearest one
	"getMetrics" satisfies NameFor<"getHealht">;
	"searchAudit" satisfies NameFor<"findAudit">;
});

test("matches", async ({ mock }) => {
	await expect(mock).toHaveReceived("createZap");
	await expect(mock).toHaveReceived("createZap", {
		times: 1,
		status: 201,
		body: { name: expect.stringContaining("A") },
	});
	await expect(mock).not.toHaveReceived("listZaps", { query: { limit: 5 } });
	await expect(mock).toHaveReceived("submitPipeline", {
		body: { steps: [{ command: "a" }] },
	});
	// @ts-expect-error an unknown operation
	await expect(mock).toHaveReceived("deleteZap");
	// @ts-expect-error a property of another type
	await expect(mock).toHaveReceived("createZap", { body: { name: 1 } });
	// @ts-expect-error an unknown query parameter
	await expect(mock).toHaveReceived("listZaps", { query: { page: 1 } });
	// @ts-expect-error a body of an operation without a body
	await expect(mock).toHaveReceived("listZaps", { body: { name: "A" } });
});

test("controls", async ({ mock }) => {
	const { zaps } = await mock.state();
	const name: string | undefined = zaps[0]?.name;
	await mock.setState({ zaps });
	await mock.countRequests({ operation: "createZap", body: { name } });
	await mock.setFaults([{ operation: "*", kind: "reset", probability: 0.5 }]);
	mock.use(http.get("*/v1/health", () => undefined));
	// @ts-expect-error an unknown collection
	(await mock.state()).jobs;
	// @ts-expect-error a record of another collection
	await mock.setState({ commands: zaps });
	// @ts-expect-error an unknown operation
	await mock.requests({ operation: "deleteZap" });
	// @ts-expect-error the same for a fault
	await mock.setFaults([{ operation: "deleteZap", kind: "reset" }]);
});

test.override({ mockOptions: { remote: "http://127.0.0.1:4010" } });
// @ts-expect-error an unknown option
test.override({ mockOptions: { basePath: "/api" } });

const mock = setupMock({ onUnhandled: ({ url }) => (url ? "warn" : "error") });
const counted: number = await mock.run({ seed: 7 }, async (own) =>
	own.countRequests({ operation: "listZaps" }),
);
// @ts-expect-error setupMock sets currentSession itself
setupMock({ currentSession: () => "a" });
const remote = await connectMock({ url: "http://127.0.0.1:4010" });
// @ts-expect-error MSW handlers cannot be sent to another process
remote.use;
void counted;
