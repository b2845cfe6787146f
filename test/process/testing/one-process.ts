// Creates zaps in several runs on a shared server, and prints the zaps that each run sees. isolation.test.ts starts it.
import { createClient } from "../../../contracts/client.ts";
import { connectMock } from "../../../src/node.ts";

const [url = "", who = ""] = process.argv.slice(2);
const RUNS = 5;

await using mock = await connectMock({ url, name: who, dataset: "empty" });
const seen = await Promise.all(
	Array.from({ length: RUNS }, (_, run) =>
		mock.run({ dataset: "empty" }, async (own) => {
			const client = createClient({ baseUrl: own.url });
			const name = `${who} ${run}`;
			for (let zap = 0; zap <= run; zap += 1)
				await client.POST("/v1/zaps", { body: { name } });
			const { data } = await client.GET("/v1/zaps");
			return {
				listed: data?.items.map((zap) => zap.name),
				counted: await own.countRequests({ operation: "createZap" }),
			};
		}),
	),
);
process.stdout.write(JSON.stringify(seen));
