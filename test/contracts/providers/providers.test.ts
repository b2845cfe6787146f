import express from "express";
import { expect, test } from "vitest";
import { createClient } from "zaps-understudy/client";
import { mockMiddleware } from "zaps-understudy/express";
import { verify } from "zaps-understudy/verify";
import { CONTRARY } from "../../provider/differences.ts";
import { startService } from "../../provider/server.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";
import { MET } from "../verification/create-verification.ts";

const CLOCK = "2026-01-01T00:00:00.000Z";

/** Starts an Express app that responds to unmatched requests itself. */
async function startExpress(): Promise<StubServer> {
	const problem = { type: "about:blank", title: "Not Found", status: 404 };
	const app = express()
		.use("/api", mockMiddleware({ clock: CLOCK, dataset: "large" }))
		.use((_, response) => {
			const body = JSON.stringify({ ...problem, detail: "No such page." });
			response.status(404).type("application/problem+json").send(body);
		});
	const stub = await startStub(app);
	return { ...stub, url: `${stub.url}/api` };
}

const startContrary = () => startService({ differences: CONTRARY });
const providers: readonly [string, () => Promise<StubServer>][] = [
	["an ordinary service", startService],
	["a service that differs wherever the contract allows it", startContrary],
	[
		"the mock in an Express app, with a set clock and 10,000 old zaps",
		startExpress,
	],
];

test.each(providers)(
	"%s passes the strict contract",
	async (_, start) => {
		await using provider = await start();
		// Then it has what an earlier verification created.
		if (start === startService)
			await verify(provider.url, { only: ["createZap", "submitCommand"] });
		const verification = await verify(provider.url, { strict: true });
		const { interactions } = verification.report;
		expect(interactions.filter(({ passed }) => !passed)).toEqual([]);
		expect(verification).toMatchObject({
			exitCode: 0,
			notices: [],
			report: { differences: [], notReached: [], summary: MET },
		});
	},
	120_000,
);

test("an ordinary service is not refuted while another client writes", async () => {
	await using service = await startService();
	const client = createClient({ baseUrl: service.url });
	const write = () => client.POST("/v1/zaps", { body: { name: "Other" } });
	const timer = setInterval(() => void write().catch(() => {}), 20);
	const { report } = await verify(service.url, { strict: true });
	clearInterval(timer);
	const { differences, interactions } = report;
	const failed = interactions.filter((each) => !each.passed);
	expect(failed.filter(({ notVerified }) => !notVerified)).toEqual([]);
	expect(differences).toEqual([]);
}, 120_000);
