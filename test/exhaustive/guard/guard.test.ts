import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { startProcess } from "../../support/start-process.ts";
import { CLI } from "../../support/understudy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const resolveHere = (file: string): string => join(import.meta.dirname, file);

/** The CLI before bundling, whose file names show which sources are loaded. */
const UNBUNDLED = join(ROOT, "dist/src/cli/main.js");

const PAGE = join(ROOT, "dist/inspector");

/** The lower bound guards against a sum that measured nothing. */
function expectBytes(files: Uint8Array[], least: number, most: number): void {
	const bytes = Buffer.concat(files).length;
	expect(bytes).toBeGreaterThan(least);
	expect(bytes).toBeLessThanOrEqual(most);
}

/** Lists the modules that `serve` loads, and the files that it reads, until it has responded to the requests. */
async function observeServe(
	main: string,
	paths: readonly string[] = ["/v1/health"],
): Promise<{ readonly modules: string[]; readonly files: string[] }> {
	const child = startProcess(process.execPath, [
		...["--import", resolveHere("count-modules.mjs"), main, "serve"],
		// The default dataset loads Faker soon after the start.
		...["--port", "0", "--log", "json", "--dataset", "empty"],
	]);
	const stderr = text(child.stderr);
	const [line] = await once(child.stdout, "data");
	const { url } = JSON.parse(String(line).split("\n", 1)[0] ?? "");
	for (const path of paths)
		expect((await fetch(url + path)).status, path).toBe(200);
	child.kill("SIGTERM");
	return JSON.parse((await stderr).trim().split("\n").at(-1) ?? "");
}

describe("before the first response of `serve`", () => {
	test("no unnecessary module is loaded", async () => {
		const { modules } = await observeServe(UNBUNDLED);
		expect(modules).toContain("node:http");
		const heavy =
			/node_modules\/(msw|@mswjs|@pact-foundation|express|@faker-js|commander|srvx|yaml|jiti|statuses|string-width|picocolors|undici|libsql|@redis)\/|\/src\/document\/evaluate\.|\/src\/(control|inspector|forward|replicas|store\/redis|verification|testing)\/|^node:https$/;
		expect(modules.filter((url) => heavy.test(url))).toEqual([]);
	});

	test("at most 8 files and 300 kB of the bundle are loaded", async () => {
		const { modules } = await observeServe(CLI);
		const ours = modules.filter((url) => url.includes("/dist/cli/"));
		expect(ours.length).toBeGreaterThan(1);
		// Each file takes half a millisecond to load.
		expect(ours.length).toBeLessThanOrEqual(8);
		const contents = ours.map((url) => readFileSync(new URL(url)));
		expectBytes(contents, 50_000, 300_000);
		// Code from a cache of Node cannot import anything.
		const [cached] = ours.filter((url) => url.includes("/first-response-"));
		const code = readFileSync(new URL(cached ?? ""), "utf8");
		expect(code).not.toMatch(/\bimport\(/);
	});
});

test("the command line requires no ES module, which Node 22.11 cannot do", () => {
	const folder = join(ROOT, "dist/cli");
	const require = createRequire(join(folder, "main.js"));
	const required = readdirSync(folder).flatMap((name) => {
		const code = readFileSync(join(folder, name), "utf8");
		return Array.from(code.matchAll(/\brequire\("([^."][^"]*)"\)/g), ([, id]) =>
			String(id),
		);
	});
	const packages = [...new Set(required)].filter((id) => !isBuiltin(id));
	expect(packages).toContain("commander");
	const isModule = (file: string): boolean => {
		for (let at = dirname(file); ; at = dirname(at)) {
			const manifest = join(at, "package.json");
			if (existsSync(manifest))
				return JSON.parse(readFileSync(manifest, "utf8")).type === "module";
		}
	};
	const modules = packages
		.map((id) => require.resolve(id))
		.filter((file) => !file.endsWith(".cjs") && isModule(file));
	expect(modules).toEqual([]);
});

test("`serve` reads no file of the page before the page is asked for", async () => {
	const before = ["/v1/health", "/__mock/health", "/__mock/requests"];
	const listRead = async (...paths: readonly string[]) =>
		(await observeServe(CLI, paths)).files
			.filter((file) => file.startsWith(PAGE))
			.map((file) => relative(PAGE, file));
	expect(await listRead(...before)).toEqual([]);
	expect(await listRead(...before, "/__mock/")).toEqual(["index.html"]);
});

test("script and style of the first view of the page have at most 100 KiB, compressed", () => {
	const html = readFileSync(join(PAGE, "index.html"), "utf8");
	const [, ...files] = html.match(/(?<=(?:src|href)=")[^"]+/g) ?? [];
	expect(files).toHaveLength(2);
	const zipped = files.map((file) => gzipSync(readFileSync(join(PAGE, file))));
	expectBytes(zipped, 10 * 1024, 100 * 1024);
});

test("an exchange creates at most as many promises and bytes as measured before", async () => {
	const { code, stdout, stderr } = await run(process.execPath, [
		...["--expose-gc", "--min-semi-space-size=128"],
		...["--max-semi-space-size=256", resolveHere("count-exchange.mjs")],
	]);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const counted: Record<string, { promises: number; bytes: number }> =
		JSON.parse(stdout);
	// Node 24 itself creates some 300 bytes more than Node 20.
	const more = Number.parseInt(process.versions.node, 10) >= 24 ? 300 : 0;
	const limits = {
		getHealth: { promises: 7, bytes: 3_000 + more },
		listZaps: { promises: 11, bytes: 5_000 + more },
		submitCommand: { promises: 11, bytes: 10_000 + more },
	};
	expect(Object.keys(counted)).toEqual(Object.keys(limits));
	for (const [operation, bounds] of Object.entries(limits)) {
		const { promises = 0, bytes = 0 } = counted[operation] ?? {};
		// Guards against a count that measured nothing.
		expect(promises).toBeGreaterThan(1);
		expect(bytes).toBeGreaterThan(500);
		expect.soft(promises, operation).toBeLessThanOrEqual(bounds.promises);
		expect.soft(bytes, operation).toBeLessThanOrEqual(bounds.bytes);
	}
});

test("the browser entry stays below 190 kB, without MSW and the words of faker", async () => {
	const { outputFiles } = await build({
		...{ entryPoints: [join(ROOT, "dist/lib/browser.js")], outdir: "out" },
		...{ bundle: true, minify: true, splitting: true, write: false },
		...{ format: "esm", platform: "browser", logLevel: "silent" },
		external: ["msw", "msw/*", "@faker-js/*"],
	});
	const contents = outputFiles.map((file) => file.contents);
	expectBytes(contents, 30_000, 190_000);
});
