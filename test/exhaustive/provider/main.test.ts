import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../start-server.ts";

const MAIN = join(import.meta.dirname, "../../provider/main.ts");

test.concurrent.each(["SIGINT", "SIGTERM"] as const)(
	"prints the URL of the contrary provider and exits with 0 on %s",
	async (signal) => {
		using server = await startServer(process.execPath, [
			...["--import", "tsx", MAIN, "contrary", "--port", "0"],
		]);
		const ended = once(server.child, "exit");
		const body = await (await fetch(`${server.url}/v1/health`)).json();
		expect(Object.keys(body).length).toBeGreaterThan(1);
		server.child.kill(signal);
		expect(await ended).toEqual([0, null]);
	},
);
