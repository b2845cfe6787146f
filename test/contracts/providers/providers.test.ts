import express from "express";
import { expect, test } from "vitest";
import { mockMiddleware } from "zaps-understudy/express";
import { verify } from "zaps-understudy/verify";
import { CONTRARY } from "../../provider/differences.ts";
import { startService } from "../../provider/server.ts";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";
import { startCli } from "../../support/understudy.ts";

/** Starts an Express app that responds to unmatched requests itself. */
async function startExpress(): Promise<StubServer> {
	const app = express()
		.use("/api", mockMiddleware({ clock: "system" }))
		.use((_, response) => {
			const detail = "No such page.";
			const problem = { type: "about:blank", title: "Not Found", status: 404 };
			response
				.status(404)
				.type("application/problem+json")
				.send(JSON.stringify({ ...problem, detail }));
		});
	const stub = await startStub(app);
	return { ...stub, url: `${stub.url}/api` };
}

const providers: readonly (readonly [string, () => Promise<StubServer>])[] = [
	["an ordinary service", startService],
	[
		"a service that differs wherever the contract allows it",
		() => startService({ differences: CONTRARY }),
	],
	[
		"the mock with a set clock and 10,000 old zaps",
		() =>
			startCli(["--dataset", "large", "--clock", "2026-01-01T00:00:00.000Z"]),
	],
	["the mock in an Express app", startExpress],
];

test.each(EXHAUSTIVE ? providers : providers.slice(0, 2))(
	"%s passes the strict contract, also if it was verified before",
	async (_, start) => {
		await using provider = await start();
		for (let run = 0; run < (EXHAUSTIVE ? 2 : 1); run++) {
			const { exitCode, report, notices } = await verify(provider.url, {
				strict: true,
			});
			const failed = report.interactions.filter(({ passed }) => !passed);
			const { differences, notReached } = report;
			expect({ exitCode, failed, notices, differences, notReached }).toEqual({
				exitCode: 0,
				failed: [],
				notices: [],
				differences: [],
				notReached: [],
			});
			expect(report.summary).toEqual({
				specified: { passed: 7, failed: 0 },
				confirmed: { passed: 0, failed: 0 },
				assumed: { held: 23, refuted: 0, untested: 3 },
				external: { passed: 0, failed: 0 },
			});
		}
	},
	60_000,
);
