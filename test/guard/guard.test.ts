import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { run } from "../support/run.ts";
import { CLI } from "../support/understudy.ts";

const ROOT = join(import.meta.dirname, "../..");
const here = (file: string): string => join(import.meta.dirname, file);

/** The command before it is bundled, whose files say what is in the bundle's. */
const UNBUNDLED = join(ROOT, "dist/src/cli/main.js");

/** What was loaded when `serve` had given its first answer. */
async function modulesLoaded(main: string): Promise<string[]> {
	const args = ["--import", here("count-modules.mjs"), main, "serve"];
	const child = spawn(
		process.execPath,
		[...args, "--port", "0", "--log", "json"],
		{ stdio: ["ignore", "pipe", "pipe"] },
	);
	let told = "";
	child.stderr.on("data", (chunk) => {
		told += chunk;
	});
	const [line] = await once(child.stdout, "data");
	const { url } = JSON.parse(String(line).split("\n", 1)[0] ?? "");
	expect((await fetch(`${url}/v1/health`)).status).toBe(200);
	child.kill("SIGTERM");
	await once(child, "exit");
	return JSON.parse(told.trim().split("\n").at(-1) ?? "[]");
}

describe("before the first answer of `serve`", () => {
	test("nothing is loaded that it can do without", async () => {
		const modules = await modulesLoaded(UNBUNDLED);
		expect(modules).toContain("node:http");
		const heavy =
			/node_modules\/(msw|@mswjs|@pact-foundation|express|@faker-js|commander|srvx|yaml|jiti|statuses|picocolors)\/|\/src\/(control|inspector|verification|testing)\/|src\/mock\/control/;
		expect(modules.filter((url) => heavy.test(url))).toEqual([]);
	});

	test("no more than 24 files of its bundle are loaded, half a millisecond each, and 200 kB", async () => {
		const loaded = await modulesLoaded(CLI);
		const ours = loaded.filter((url) => url.includes("/dist/cli/"));
		const sizes = ours.map((url) => statSync(new URL(url)).size);
		const bytes = sizes.reduce((sum, size) => sum + size, 0);
		expect(ours.length).toBeGreaterThan(5);
		expect(ours.length).toBeLessThanOrEqual(24);
		expect(bytes).toBeGreaterThan(50_000);
		expect(bytes).toBeLessThanOrEqual(200_000);
	});
});

test("an exchange makes no more promises and objects than it did when it was measured", async () => {
	const { code, stdout, stderr } = await run(process.execPath, [
		"--expose-gc",
		"--min-semi-space-size=128",
		"--max-semi-space-size=256",
		here("count-exchange.mjs"),
	]);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const counted: Record<string, { promises: number; bytes: number }> =
		JSON.parse(stdout);
	const most = {
		getHealth: { promises: 7, bytes: 3_300 },
		listZaps: { promises: 13, bytes: 5_600 },
		submitCommand: { promises: 14, bytes: 9_500 },
	};
	expect(Object.keys(counted)).toEqual(Object.keys(most));
	for (const [operation, bounds] of Object.entries(most)) {
		const { promises = 0, bytes = 0 } = counted[operation] ?? {};
		// Something was counted at all.
		expect(promises).toBeGreaterThan(1);
		expect(bytes).toBeGreaterThan(500);
		expect.soft(promises, operation).toBeLessThanOrEqual(bounds.promises);
		expect.soft(bytes, operation).toBeLessThanOrEqual(bounds.bytes);
	}
});

test("the browser entry stays below 180 kB, MSW and the words of faker aside", async () => {
	const { outputFiles } = await build({
		entryPoints: [join(ROOT, "src/browser.ts")],
		bundle: true,
		write: false,
		minify: true,
		splitting: true,
		outdir: "out",
		format: "esm",
		platform: "browser",
		external: ["msw", "msw/*", "@faker-js/*"],
		logLevel: "silent",
	});
	const bytes = outputFiles.reduce(
		(sum, { contents }) => sum + contents.length,
		0,
	);
	expect(bytes).toBeGreaterThan(30_000);
	expect(bytes).toBeLessThanOrEqual(180_000);
});
