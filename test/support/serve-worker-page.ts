import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { type StubServer, startStub } from "./stub-server.ts";

const HTML =
	'<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';

/**
 * Serves a page with the service worker of MSW, which responds to all other requests with 404.
 * @param folder has the packages in `node_modules`
 * @param contents the script of the page, `/page.js`
 * @param headers of all responses
 */
export async function serveWorkerPage(
	folder: string,
	contents: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<StubServer> {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: folder },
		bundle: true,
		write: false,
		platform: "browser",
		format: "esm",
		target: "es2022",
	});
	const worker = "node_modules/msw/lib/mockServiceWorker.js";
	const scripts: Readonly<Record<string, string | undefined>> = {
		"/page.js": outputFiles[0]?.text,
		"/mockServiceWorker.js": await readFile(join(folder, worker), "utf8"),
	};
	return await startStub(({ url = "" }, response) => {
		const script = scripts[url];
		const type = script === undefined ? "text/html" : "text/javascript";
		response.writeHead(script || url === "/" ? 200 : 404, {
			...headers,
			"content-type": type,
		});
		response.end(script ?? HTML);
	});
}
