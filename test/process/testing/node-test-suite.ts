// A node:test suite that node-test.test.ts runs. The last test must fail.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createClient, type ZapsClient } from "../../../contracts/client.ts";
import { formatUsedAssumptions, setupMock } from "../../../src/node.ts";

const mock = setupMock({ baseUrl: "http://zaps.test", dataset: "empty" });
let client: ZapsClient;
before(() => {
	mock.listen();
	client = createClient({ baseUrl: "http://zaps.test" });
});
after(async () => {
	process.stderr.write(formatUsedAssumptions(await mock.usedAssumptions()));
	await mock.close();
});

describe("concurrent", { concurrency: true }, () => {
	for (const name of ["A", "B", "C"])
		test(name, () =>
			mock.run(async () => {
				await client.POST("/v1/zaps", { body: { name } });
				const { data } = await client.GET("/v1/zaps");
				assert.deepEqual(
					data?.items.map((zap) => zap.name),
					[name],
				);
				assert.equal(await mock.countRequests({ operation: "createZap" }), 1);
			}),
		);
});

test("sends an unmatched request", () =>
	mock.run(async () => {
		await fetch("http://zaps.test/v1/zap");
	}));
