import { once } from "node:events";
import { request as send } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { readDocument } from "../../contracts/generate/read-sources.ts";
import { readOperations } from "../../src/document/node.ts";
import { startService } from "../provider/server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { type StubServer, startStub } from "../support/stub-server.ts";
import { createRenamer } from "./create-renamer.ts";

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

test("the contract follows the names of all response properties", async () => {
	await using folder = await scratchFolder();
	const text = JSON.stringify(renameNode(document.root));
	const renamed = await loadDocument(await folder.file("api.json", text));
	const check = async (url: string) =>
		(await verify(url, { document: renamed, strict: true })).exitCode;

	await using service = await startService();
	await using proxy = await startRenaming(service.url);
	const page = await (await fetch(`${proxy.url}/v1/zaps`)).json();
	expect(Object.keys(page)).not.toContain("items");
	expect(await check(proxy.url)).toBe(0);
	expect(await check(service.url)).toBe(1);
}, 120_000);
