import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readArguments } from "../../provider/arguments.ts";
import { startContrary } from "../../provider/contrary/server.ts";
import { run } from "../../support/run.ts";
import { startProcess } from "../../support/start-process.ts";

const ARGS = [
	"--import",
	"tsx",
	join(import.meta.dirname, "../../provider/main.ts"),
];

describe("the provider's command", () => {
	test.concurrent.each([
		["ordinary", "SIGINT"],
		["contrary", "SIGTERM"],
	] as const)(
		"prints the URL of the %s provider and exits with 0 on %s",
		async (kind, signal) => {
			const child = startProcess(process.execPath, [
				...ARGS,
				kind,
				"--port",
				"0",
			]);
			const ended = once(child, "exit");
			const [line] = await once(child.stdout.setEncoding("utf8"), "data");
			const { url, ...others } = JSON.parse(line);
			expect(line.endsWith("\n")).toBe(true);
			expect(others).toEqual({ event: "ready", pid: child.pid });
			expect((await fetch(`${url}/v1/health`)).status).toBe(200);
			child.kill(signal);
			expect(await ended).toEqual([0, null]);
		},
	);

	test("starts the ordinary provider on port 4020 by default", () => {
		expect(readArguments([])).toEqual({
			kind: "ordinary",
			port: 4020,
			host: "127.0.0.1",
			database: undefined,
		});
	});

	test.each([
		[["other"], 'unknown provider "other"'],
		[["ordinary", "contrary"], "only one provider can start at a time"],
		[["--prot", "1"], "Unknown option '--prot'"],
		[["--port"], "Option '--port <value>' argument missing"],
		[["--port", "1e3"], '"1e3" is not a port from 0 to 65535'],
		[["--port", "65536"], '"65536" is not a port from 0 to 65535'],
		[["contrary", "--database", "x"], "the contrary provider has no database"],
	])("rejects %j with the reason", (args, reason) => {
		expect(() => readArguments(args)).toThrow(
			`Cannot start: ${reason}. Usage: [ordinary|contrary|foreign]`,
		);
	});

	test.concurrent.each([
		[["--unknown"], "Unknown option '--unknown'"],
		[["--database", "/nowhere/zaps.db"], "cannot be opened"],
	])(
		"prints one sentence and exits with 2 if it cannot start with %j",
		async (args, reason) => {
			const { code, stdout, stderr } = await run(process.execPath, [
				...ARGS,
				...args,
			]);
			expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
			expect(stderr).toContain(reason);
			expect(stderr).toMatch(/^provider: Cannot start: [^\n]+\.\n$/);
		},
	);

	test.concurrent("prints that a port is in use and exits with 2", async () => {
		const { url, close } = await startContrary({ port: 0, host: "127.0.0.1" });
		const port = new URL(url).port;
		for (const kind of ["ordinary", "contrary"]) {
			const args = [...ARGS, kind, "--port", port];
			const { code, stderr } = await run(process.execPath, args);
			expect(code).toBe(2);
			expect(stderr).toBe(
				"provider: Cannot start: the port is in use; stop the other server, or pass --port 0.\n",
			);
		}
		await close();
	});
});
