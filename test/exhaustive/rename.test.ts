import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request as send } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { writeGenerated } from "../../contracts/generate/main.ts";
import { readDocument } from "../../contracts/generate/read-sources.ts";
import { readOperations } from "../../src/document/node.ts";
import { startService } from "../provider/server.ts";
import { run } from "../support/run.ts";
import { type ScratchCopy, scratchCopy } from "../support/scratch-copy.ts";
import { type StubServer, startStub } from "../support/stub-server.ts";
import { TSC } from "../support/tsc.ts";
import { createRenamer } from "./create-renamer.ts";

const DOCUMENT = "contracts/openapi.yaml";
const ROOT = join(import.meta.dirname, "../..");

const document = readOperations(await readDocument(ROOT));
const { renameBody, renameNode } = createRenamer(document);

/** Starts a proxy that renames the properties of each response. */
const startRenaming = (target: string): Promise<StubServer> =>
	startStub(async (request, response) => {
		const { method = "", url = "", headers } = request;
		const forwarded = send(`${target}${url}`, {
			method,
			headers,
			agent: false,
		});
		const [answer] = await once(request.pipe(forwarded), "response");
		const { "content-length": _, ...others } = answer.headers;
		const status = answer.statusCode;
		const body = await text(answer);
		const [path = ""] = url.split("?");
		const rename = (json: string): string =>
			JSON.stringify(
				renameBody(JSON.parse(json), { method, path }, `${status}`),
			);
		const isJson = body !== "" && /json/.test(others["content-type"]);
		response.writeHead(status, others).end(isJson ? rename(body) : body);
	});

/** Generates and type-checks the contract of the renamed document, writes its pact and bundles its command line. */
async function buildContract({ root }: ScratchCopy): Promise<void> {
	await writeFile(join(root, DOCUMENT), stringify(renameNode(document.root)));
	await writeGenerated(root);
	const config = { extends: "./tsconfig.json", include: ["contracts"] };
	const project = join(root, "tsconfig.contracts.json");
	await writeFile(project, JSON.stringify(config));
	const start = (...args: string[]) =>
		run(process.execPath, args, { cwd: root });
	const results = await Promise.all([
		start(TSC, "-p", project),
		start("--import", "tsx", "contracts/interactions/cli.ts"),
		run("npm", ["run", "-s", "bundle"], { cwd: root }),
	]);
	const silent = { code: 0, stdout: "", stderr: "" };
	expect(results).toMatchObject([silent, silent, { code: 0 }]);
}

test("the contract follows the names of all response properties", async () => {
	await using copy = await scratchCopy();
	await buildContract(copy);
	const verify = (url: string) =>
		run(process.execPath, ["dist/cli/main.js", "verify", url, "--strict"], {
			cwd: copy.root,
		});

	await using service = await startService();
	await using proxy = await startRenaming(service.url);
	const page = await (await fetch(`${proxy.url}/v1/zaps`)).json();
	expect(Object.keys(page)).not.toContain("items");
	expect(await verify(proxy.url)).toMatchObject({ code: 0 });
	expect(await verify(service.url)).toMatchObject({ code: 1 });
}, 120_000);
