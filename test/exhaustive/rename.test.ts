import { writeFile } from "node:fs/promises";
import { request as send } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { readDocument } from "../../contracts/generate/document.ts";
import { generate, writeGenerated } from "../../contracts/generate/main.ts";
import { startService } from "../provider/server.ts";
import { run } from "../support/run.ts";
import { type ScratchCopy, scratchCopy } from "../support/scratch-copy.ts";
import { type StubServer, startStub } from "../support/stub-server.ts";
import { createRenamer } from "./create-renamer.ts";

const DOCUMENT = "contracts/openapi.yaml";
const ROOT = join(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

const document = await readDocument(ROOT);
const { renameBody, renameNode } = createRenamer(document);

/** Starts a proxy that renames the properties of each response. */
const startRenaming = (target: string): Promise<StubServer> =>
	startStub((request, response) => {
		const { method = "", url = "", headers } = request;
		const forwarded = send(
			`${target}${url}`,
			{ method, headers, agent: false },
			async (answer) => {
				const chunks: Buffer[] = [];
				for await (const chunk of answer) chunks.push(chunk);
				const { statusCode = 0 } = answer;
				const { "content-length": _, ...others } = answer.headers;
				const isJson = /json/.test(`${others["content-type"]}`);
				const text = Buffer.concat(chunks).toString("utf8");
				const [path = ""] = url.split("?");
				response
					.writeHead(statusCode, others)
					.end(
						isJson && text !== ""
							? JSON.stringify(
									renameBody(
										JSON.parse(text),
										{ method, path },
										`${statusCode}`,
									),
								)
							: text,
					);
			},
		);
		request.pipe(forwarded);
	});

/** Generates and type-checks the contract of the renamed document, writes its pact and bundles its command line. */
async function buildContract({ root }: ScratchCopy): Promise<void> {
	await writeFile(join(root, DOCUMENT), stringify(renameNode(document.root)));
	await writeGenerated(root);
	await writeFile(
		join(root, "tsconfig.contracts.json"),
		JSON.stringify({ extends: "./tsconfig.json", include: ["contracts"] }),
	);
	const options = { cwd: root };
	const node = (...args: string[]) => run(process.execPath, args, options);
	const [typeCheck, writePact, bundle] = await Promise.all([
		node(TSC, "-p", "tsconfig.contracts.json"),
		node("--import", "tsx", "contracts/interactions/cli.ts"),
		run("npm", ["run", "-s", "bundle"], options),
	]);
	expect(typeCheck).toEqual({ code: 0, stdout: "", stderr: "" });
	expect(writePact).toEqual({ code: 0, stdout: "", stderr: "" });
	expect(bundle).toMatchObject({ code: 0 });
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

test("generating fails if two properties have the same role", async () => {
	await using copy = await scratchCopy();
	await copy.replace(DOCUMENT, "x-role: zap.name", "x-role: zap.id");
	await expect(generate(copy.root)).rejects.toThrow(
		"the x-role zap.id appears twice",
	);
});
