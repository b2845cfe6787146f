import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProcess } from "../../support/start-process.ts";

const MAIN = join(import.meta.dirname, "../../provider/main.ts");

test.concurrent.each([
	["ordinary", "SIGINT"],
	["contrary", "SIGTERM"],
] as const)(
	"prints the URL of the %s provider and exits with 0 on %s",
	async (kind, signal) => {
		const child = startProcess(process.execPath, [
			...["--import", "tsx", MAIN],
			...[kind, "--port", "0"],
		]);
		const ended = once(child, "exit");
		const [line] = await once(child.stdout.setEncoding("utf8"), "data");
		const response = await fetch(`${line.trim()}/v1/health`);
		const body = await response.json();
		expect(Object.keys(body).length > 1).toBe(kind === "contrary");
		child.kill(signal);
		expect(await ended).toEqual([0, null]);
	},
);
