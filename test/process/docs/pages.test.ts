import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { scenarios } from "../../../handlers/scenarios.ts";
import { ROUTES } from "../../../src/control/server/routes.ts";
import { createMock } from "../../../src/entries/index.ts";
import { startService } from "../../provider/server.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";
import {
	type CodeBlock,
	findBlocks,
	ROOT,
	readPage,
	readTranscript,
} from "./page.ts";
import { TOKEN, workplace } from "./shell.ts";

const controlPage = await readPage("docs/control.md");
const blocks = findBlocks(controlPage, "sh", "console");

/** Makes the script fail with its first command, and curl with an error response. */
const strictly = (script: string): string =>
	`set -eo pipefail\n${script.replace(/^curl /gm, "curl -sS --fail-with-body ")}`;

/** Runs the blocks in order against one mock. */
async function runBlocks(
	parts: readonly CodeBlock[],
	args: readonly string[] = [],
): Promise<void> {
	await using cli = await startCli(args);
	await using place = await workplace(cli.url);
	expect(parts).not.toEqual([]);
	for (const { language, text } of parts) {
		if (language === "console") await place.expectTranscript(text);
		else
			expect(await place.shell(strictly(text)), text).toMatchObject({
				code: 0,
				stderr: "",
			});
	}
}

const serving = blocks.findIndex(({ text }) =>
	text.startsWith("npx zaps-understudy serve "),
);

test("every command of docs/control.md succeeds, and every transcript matches", () =>
	runBlocks(blocks.slice(0, serving)));

test("every command of docs/control.md for a mock with a token succeeds", async () => {
	const [, , , ...args] = blocks[serving]?.text.trim().split(" ") ?? [];
	await runBlocks(
		blocks.slice(serving + 1),
		args.map((word) => word.replace('"$UNDERSTUDY_CONTROL_TOKEN"', TOKEN)),
	);
});

test("the tables of scenarios and routes match the code", () => {
	for (const [name, { description }] of Object.entries(scenarios))
		expect(controlPage).toContain(`| \`${name}\` | ${description} |`);
	const [, routes = ""] = controlPage.split("## Every route");
	const told = ROUTES.filter(({ path }) => path !== "").map(
		({ method, path }) => `| \`${method} /__mock${path}\` |`,
	);
	expect(routes.match(/^\| `[^`]*` \|/gm)).toEqual(told);
});

test("the transcript of docs/forward.md moves two operations to a service and shows its violations", async () => {
	await using service = await startService({
		port: 0,
		differences: ["zaps-in-zaps", "create-zap-200", "zap-name-empty"],
	});
	await using cli = await startCli();
	await using place = await workplace(cli.url);
	const [block] = findBlocks(await readPage("docs/forward.md"), "console");
	await place.expectTranscript(
		String(block?.text).replaceAll("http://127.0.0.1:4020", service.url),
	);
});

test("the mock does not do what docs/limits.md lists", async () => {
	const headers = { "content-type": "application/json", "x-api-key": "any" };
	const mock = createMock({ dataset: "empty", auth: "api-key" });
	const send = (path: string, body?: object) =>
		mock.fetch(
			new Request(`http://zaps.test${path}`, {
				headers,
				...(body && { method: "POST", body: JSON.stringify(body) }),
			}),
		);
	const { id } = await (await send("/v1/zaps", { name: "A" })).json();
	await send("/v1/command", { command: "a" });
	expect(await mock.control.state()).toMatchObject({
		zaps: [{ id }],
		commands: [{ status: "accepted" }],
	});
	expect((await send(`/v1/zaps/${id}`)).status).toBe(404);
	const restarted = createMock({ dataset: "empty" });
	expect(await restarted.control.state()).toMatchObject({ zaps: [] });
});

const configPage = await readPage("docs/config.md");

/** Each configuration, with the transcript below it. */
const examples = [
	...configPage.matchAll(
		/^```ts\n\/\/ (\S+)\n(.*?)^```\n\n```console\n(.*?)^```/gms,
	),
].map(([, file = "", text = "", transcript = ""]) => ({
	transcript,
	file,
	text,
}));

test("every example of docs/config.md is a configuration with a transcript", () => {
	expect(examples).toHaveLength(configPage.split("```ts\n").length - 1);
	expect(examples).toHaveLength(configPage.split("```console\n").length - 1);
});

test.each(examples)(
	"docs/config.md shows $transcript",
	async ({ transcript, file, text }) => {
		await using folder = await scratchFolder();
		await folder.file(file, text);
		const [{ command, printed } = { command: "", printed: [] }] =
			readTranscript(transcript);
		const [, args] = /^npx zaps-understudy (.*)/.exec(command) ?? [];
		if (args !== undefined) {
			const rejected = await runInFolder(folder.path, args.split(" "));
			expect(rejected).toEqual({
				code: 2,
				stdout: "",
				stderr: `${printed.join("\n")}\n`.replace("/project", folder.path),
			});
			return;
		}
		await using cli = await startCli([], folder.path);
		await using place = await workplace(cli.url);
		await place.expectTranscript(transcript);
	},
);

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string): string[] =>
	[...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replace(/[^\w\- ]/g, "")
			.replaceAll(" ", "-"),
	);

test("every link between the pages leads to a file and a heading, and the README names every page", async () => {
	const names = (await readdir(join(ROOT, "docs"))).filter((name) =>
		name.endsWith(".md"),
	);
	const pages = [
		...["README.md", "examples/frontend/README.md"],
		...names.map((name) => `docs/${name}`),
	];
	const broken: string[] = [];
	for (const page of pages) {
		const text = await readPage(page);
		for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
			if (/^https?:/.test(link)) continue;
			const [path = "", anchor] = link.split("#");
			const target = path ? posix.join(posix.dirname(page), path) : page;
			const found = await readPage(target).catch((error) =>
				error.code === "EISDIR" ? "" : undefined,
			);
			if (found === undefined || (anchor && !anchorsOf(found).includes(anchor)))
				broken.push(`${page}: ${link}`);
		}
	}
	expect(broken).toEqual([]);
	const readme = await readPage("README.md");
	const isNamed = (page: string): boolean => readme.includes(`](${page})`);
	expect(pages.slice(1).filter((page) => !isNamed(page))).toEqual([]);
});
