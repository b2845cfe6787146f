import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { describe, expect, test } from "vitest";
import { mockMiddleware } from "zaps-understudy/express";
import { verify } from "zaps-understudy/verify";
import { startContrary } from "../../provider/contrary/server.ts";
import { startOrdinary } from "../../provider/ordinary/server.ts";
import { startCli } from "../../support/understudy.ts";

type Provider = AsyncDisposable & { readonly url: string };

const closing = ({
	url,
	close,
}: {
	url: string;
	close: () => Promise<void>;
}): Provider => ({
	url,
	[Symbol.asyncDispose]: close,
});

/** Starts an Express app that responds to unmatched requests itself. */
async function startExpress(): Promise<Provider> {
	const app = express()
		.use("/api", mockMiddleware({ clock: "system" }))
		.use((_, response) => {
			const problem = {
				type: "about:blank",
				title: "Not Found",
				status: 404,
				detail: "No such page.",
			};
			response
				.status(404)
				.type("application/problem+json")
				.send(JSON.stringify(problem));
		});
	const server = createServer(app);
	await new Promise<void>((resolve) =>
		server.listen(0, "127.0.0.1", () => resolve()),
	);
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/api`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const anywhere = { port: 0, host: "127.0.0.1" };
const providers: readonly (readonly [string, () => Promise<Provider>])[] = [
	["an ordinary service", async () => closing(await startOrdinary(anywhere))],
	[
		"a service that differs wherever the contract allows it",
		async () => closing(await startContrary(anywhere)),
	],
	["the mock over HTTP", () => startCli()],
	[
		"the mock with a set clock and 10,000 old zaps",
		() =>
			startCli(["--dataset", "large", "--clock", "2026-01-01T00:00:00.000Z"]),
	],
	["the mock in an Express app", startExpress],
];

describe.each(providers)("%s", (_, start) => {
	test("passes the strict contract, twice in a row", async () => {
		await using provider = await start();
		for (let run = 0; run < 2; run++) {
			const { exitCode, report, notices } = await verify(provider.url, {
				strict: true,
			});
			const failed = report.interactions.filter(({ passed }) => !passed);
			expect(failed).toEqual([]);
			expect({ exitCode, notices }).toEqual({ exitCode: 0, notices: [] });
			expect(report.summary).toEqual({
				specified: { passed: 7, failed: 0 },
				confirmed: { passed: 0, failed: 0 },
				assumed: { held: 22, refuted: 0, untested: 3 },
				external: { passed: 0, failed: 0 },
			});
		}
	}, 60_000);
});

test("verifies only the operations in --only", async () => {
	await using provider = await startCli();
	const { report } = await verify(provider.url, { only: ["getHealth"] });
	expect(report.surface.map(({ operation }) => operation)).toEqual([
		"getHealth",
	]);
	expect(
		new Set(report.interactions.map(({ operation }) => operation)),
	).toEqual(new Set(["getHealth"]));
	const held = report.assumptions
		.filter(({ verdict }) => verdict === "held")
		.map(({ id }) => id);
	expect(held).toContain("health.body");
	expect(held).not.toContain("zaps.page");
});
