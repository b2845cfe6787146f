import { expect, test } from "vitest";
import { createControlClient } from "../../../src/control/client/client.ts";
import { run } from "../../support/run.ts";
import { startCli } from "../../support/understudy.ts";
import { ROOT } from "../docs/page.ts";

/** Creates zaps in three runs at once, and prints the zaps that each run sees. */
const ONE_PROCESS = `
import { createClient } from "zaps-understudy/client";
import { connectMock } from "zaps-understudy/node";
const [url, name] = process.argv.slice(1);
const mock = await connectMock({ url, name });
const runs = [1, 2, 3].map((count) =>
	mock.run({ dataset: "empty" }, async (own) => {
		const client = createClient({ baseUrl: own.url });
		for (let zap = 0; zap < count; zap += 1)
			await client.POST("/v1/zaps", { body: { name: name + count } });
		const { data } = await client.GET("/v1/zaps");
		return data.items.map((zap) => zap.name);
	}),
);
process.stdout.write(JSON.stringify(await Promise.all(runs)));
await mock.close();
`;

test("processes on one server are isolated, and delete their sessions", async () => {
	await using server = await startCli();
	const ask = async (name: string) => {
		const args = ["--input-type=module", "-e", ONE_PROCESS, server.url, name];
		const { stdout } = await run(process.execPath, args, { cwd: ROOT });
		return stdout;
	};
	const seenBy = (name: string) =>
		JSON.stringify([1, 2, 3].map((count) => Array(count).fill(name + count)));
	const names = ["a", "b", "c"];
	expect(await Promise.all(names.map(ask))).toEqual(names.map(seenBy));
	const sessions = await createControlClient(server).sessions();
	expect(sessions).toMatchObject([{ id: "default" }]);
});
