import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProcess } from "../../support/start-process.ts";

const MAIN = join(import.meta.dirname, "../../provider/main.ts");

test.concurrent.each(["SIGINT", "SIGTERM"] as const)(
	"prints the URL of the contrary provider and exits with 0 on %s",
	async (signal) => {
		const child = startProcess(process.execPath, [
			...["--import", "tsx", MAIN, "contrary", "--port", "0"],
		]);
		const ended = once(child, "exit");
		const [line] = await once(child.stdout.setEncoding("utf8"), "data");
		const response = await fetch(`${line.trim()}/v1/health`);
		const body = await response.json();
		expect(Object.keys(body).length).toBeGreaterThan(1);
		child.kill(signal);
		expect(await ended).toEqual([0, null]);
	},
);
