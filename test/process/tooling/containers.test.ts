import { expect, test } from "vitest";
import { parse } from "yaml";
import { serveCommand } from "../../../src/cli/serve-command.ts";
import { run } from "../../support/run.ts";
import { startCli } from "../../support/understudy.ts";
import { findBlocks, readPage } from "../docs/page.ts";

/** Reads arguments like the command line, which throws for an invalid value. */
function readArguments([name, ...args]: readonly string[]) {
	const command = serveCommand().exitOverride();
	const rest = command.parseOptions([...args]);
	return { name, rest, flags: command.opts() };
}

const ACCEPTED = { name: "serve", rest: { operands: [], unknown: [] } };

test("the image has a pinned base, runs without root, serves with flags that exist, and knows whether it is healthy", async () => {
	const text = (await readPage("Dockerfile")).replaceAll("\\\n", "");
	const read = (instruction: string): string[] =>
		[...text.matchAll(new RegExp(`^${instruction} +(.*)`, "gm"))].map(
			([, rest = ""]) => rest,
		);
	for (const base of read("FROM"))
		expect(base).toMatch(/^node:\d+\.\d+\.\d+-[a-z]+-slim( AS build)?$/);
	expect(read("USER")).toEqual(["node"]);
	const volumes = read("VOLUME");
	const [command = ""] = read("CMD");
	expect(readArguments(JSON.parse(command))).toMatchObject({
		...ACCEPTED,
		flags: { host: "0.0.0.0", store: `sqlite:${volumes}/mock.db` },
	});

	await using mock = await startCli(["--control-token", "sesame"]);
	const [check = ""] = read("HEALTHCHECK");
	const [node = "", ...args] = JSON.parse(check.replace(/^.*CMD/, ""));
	const checkHealth = async () => {
		const { host } = new URL(mock.url);
		const here = args.map((arg: string) => arg.replace("127.0.0.1:4010", host));
		return (await run(node, here)).code;
	};
	expect(await checkHealth()).toBe(0);
	await mock.end("SIGTERM");
	expect(await checkHealth()).toBe(1);
});

test("compose.yaml keeps the sessions in a volume, requires a token, and serves with flags that exist", async () => {
	const text = await readPage("compose.yaml");
	const token = /\$\{MOCK_CONTROL_TOKEN:\?[^}]+\}/;
	const { services, volumes } = parse(text.replace(token, "sesame"));
	expect(services.mock).toMatchObject({
		build: ".",
		ports: ["4010:4010"],
		volumes: [`${Object.keys(volumes)}:/data`],
	});
	expect(readArguments(services.mock.command)).toMatchObject({
		...ACCEPTED,
		flags: { store: "sqlite:/data/mock.db", controlToken: "sesame" },
	});
});

test("docs/deploy.md serves with flags that exist", async () => {
	const blocks = findBlocks(await readPage("docs/deploy.md"), "sh");
	const commands = blocks.flatMap(({ text }) =>
		[...text.matchAll(/npx zaps-understudy (serve.*)/g)].map(([, line = ""]) =>
			line.split(" "),
		),
	);
	expect(commands).toHaveLength(2);
	for (const each of commands)
		expect(readArguments(each)).toMatchObject(ACCEPTED);
});
