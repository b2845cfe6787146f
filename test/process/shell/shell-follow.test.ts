import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { serveStage } from "../../support/serve-stage.ts";
import { startProcess } from "../../support/start-process.ts";
import { startRawStub, startStub } from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";

describe("understudy requests --follow", () => {
	/** Runs the command until it ends; `act` may send it signals. */
	async function follow(
		url: string,
		words: readonly string[],
		act: (child: ReturnType<typeof startProcess>) => void = () => {},
	) {
		const args = [CLI, "requests", "--follow", ...words, "--url", url];
		const child = startProcess(process.execPath, args);
		let stderr = "";
		child.stderr.on("data", (chunk) => {
			stderr += chunk;
		});
		act(child);
		const [code] = await once(child, "close");
		return { code, stderr };
	}

	test("prints requests as they happen, until Ctrl+C", async () => {
		await using stage = await serveStage();
		await stage.createZap("before");
		await stage.send("/v1/health");
		const words = ["--operation", "createZap", "--json", "--url", stage.url];
		const child = startProcess(process.execPath, [
			CLI,
			"requests",
			"--follow",
			...words,
		]);
		const ended = once(child, "exit");
		const lines = createInterface({ input: child.stdout });
		const names: unknown[] = [];
		for await (const line of lines) {
			names.push(JSON.parse(line).request.body.name);
			await stage.send("/v1/health");
			if (names.length < 3) await stage.createZap(`after ${names.length}`);
			else child.kill("SIGINT");
		}
		expect(names).toEqual(["before", "after 1", "after 2"]);
		expect(await ended).toEqual([0, null]);
	});

	test("ends with an error for an unknown operation", async () => {
		await using stage = await serveStage();
		expect(await follow(stage.url, ["--operation", "listZap"])).toEqual({
			code: 2,
			stderr: expect.stringMatching(
				/^understudy: Unknown operation "listZap"\. Did you mean "listZaps"\? Available: .*\n$/,
			),
		});
	});

	test("reports that the connection broke, and not that the URL is wrong", async () => {
		const page = { requests: [], total: 0, dropped: 0 };
		await using breaking = await startStub(({ url }, response) => {
			response.setHeader("mock-control", "1");
			if (!url?.endsWith("/events")) return response.end(JSON.stringify(page));
			response.flushHeaders();
			setTimeout(() => response.destroy(), 300);
		});
		expect(await follow(breaking.url, [])).toEqual({
			code: 2,
			stderr:
				"understudy: The connection to the mock broke. Start the mock if it stopped, then try again. To use a mock at another URL, pass --url <url>.\n",
		});
	});

	test("ends when its output is closed", async () => {
		await using stage = await serveStage();
		await stage.send("/v1/health");
		const ended = await follow(stage.url, ["--json"], ({ stdout }) => {
			stdout?.once("data", () => {
				stdout.destroy();
				stdout.once("close", () => void stage.send("/v1/health"));
			});
		});
		expect(ended).toEqual({ code: 0, stderr: "" });
	});

	test("ends at the first Ctrl+C, even if the server does not respond", async () => {
		let arrived = (): void => {};
		const isThere = new Promise<void>((resolve) => {
			arrived = resolve;
		});
		await using silent = await startRawStub(() => arrived());
		const ended = follow(silent.url, [], async (child) => {
			await isThere;
			child.kill("SIGINT");
		});
		expect(await ended).toEqual({ code: 0, stderr: "" });
	});
});
