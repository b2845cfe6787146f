import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../provider/server.ts";
import { HAS_CHROMIUM } from "../support/chromium.ts";
import { buildExample, testExample } from "../support/example-app.ts";
import { postJson } from "../support/post-json.ts";
import { run } from "../support/run.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { startProcess } from "../support/start-process.ts";
import { CLI, startCli } from "../support/understudy.ts";

/** Returns the journal of the example app's tests, whose requests a mock forwards to a service. */
async function recordTests(url: string): Promise<string> {
	await using mock = await startCli(["--forward", url]);
	const follow = startProcess(process.execPath, [
		...[CLI, "requests", "--follow", "--json", "--url", mock.url],
	]);
	let journal = "";
	follow.stdout.on("data", (data) => {
		journal += data;
	});
	const ended = new Promise((resolve) => follow.on("close", resolve));
	await buildExample();
	// Those that rely on the data of the mock fail, which the journal does not show.
	await testExample(mock.url, 3_000);
	follow.kill("SIGINT");
	await ended;
	return journal;
}

test.skipIf(!HAS_CHROMIUM)(
	"the forwarded requests of the example app's tests teach all that they show of a service",
	async () => {
		const differences = [
			...["created-at-snake-case", "create-zap-200", "cursor-in-page"],
			...["invalid-422", "errors-message-only"],
		];
		await using service = await startService({ differences });
		// The app shows several pages.
		for (let count = 0; count < 20; count++)
			await fetch(`${service.url}/v1/zaps`, postJson({ name: `Zap ${count}` }));
		await using folder = await scratchFolder();
		const file = await folder.file(
			"openapi.yaml",
			await readFile("contracts/openapi.yaml", "utf8"),
		);
		const traffic = await folder.file(
			"journal",
			await recordTests(service.url),
		);
		const report = join(folder.path, "report.json");
		await run(process.execPath, [
			...[CLI, "align", "--traffic", traffic, "--document", file, "--apply"],
			...["--report", `json=${report}`],
		]);
		const { proposals, undecided } = JSON.parse(await readFile(report, "utf8"));
		expect(undecided).toEqual([]);
		const learnt = proposals.map(
			(each: Record<string, string>) => `${each.from} > ${each.to}`,
		);
		expect(learnt.toSorted()).toEqual([
			"201 > 200",
			"400 > 422",
			"an object with type, title, status, detail, errors > an object with error",
			"application/problem+json > application/json",
			"createdAt > created_at",
			"nextCursor > page.next",
		]);
	},
	240_000,
);
