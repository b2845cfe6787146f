import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeGenerated } from "../../contracts/generate/main.ts";
import { run } from "../support/run.ts";
import { scratchCopy } from "../support/scratch-copy.ts";
import { TSC } from "../support/tsc.ts";

const DOCUMENT = "contracts/openapi.yaml";

const SCRIPT = `
import { createFixtures } from "./src/entries/fixtures.ts";
import { createMock } from "./src/entries/index.ts";
const mock = createMock();
const send = async (path, init) => {
	const response = await mock.fetch(new Request("http://zaps.test" + path, init));
	return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
};
const post = (path, body) => send(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
console.log(JSON.stringify({
	created: await post("/v1/zaps", { name: "A" }),
	page: await send("/v1/zaps"),
	receipt: await post("/v1/command", { command: "build" }),
	problem: await post("/v1/command", {}),
	unknown: await send("/v1/nothing"),
	fixture: createFixtures().zap(),
}));
`;

test("mock and fixtures of a fork follow its OpenAPI document, and no code uses a name of it", async () => {
	await using copy = await scratchCopy();
	const runNode = (...args: readonly string[]) =>
		run(process.execPath, args, { cwd: copy.root });
	const changes: readonly [RegExp, string][] = [
		[/"201":/g, '"200":'],
		[/default: 20\n/g, "default: 3\n"],
		[/\bzap_(?=0|\[)/g, "zp_"],
		[/application\/problem\+json/g, "application/vnd.zaps.error+json"],
		[/\bnextCursor\b(?=[:,\]])/g, "next"],
		[/\bacceptedAt\b(?=[:,\]])/g, "submittedAt"],
		[/\bsubjectId\b(?=[:,\]])/g, "subject"],
	];
	for (const [from, to] of changes) await copy.replace(DOCUMENT, from, to);
	await writeGenerated(copy.root);
	await writeFile(join(copy.root, "run-mock.mts"), SCRIPT);
	const { stdout, stderr } = await runNode("--import", "tsx", "run-mock.mts");
	expect(stderr).toBe("");
	const id = expect.stringMatching(/^zp_0/);
	const type = "application/vnd.zaps.error+json";
	expect(JSON.parse(stdout)).toMatchObject({
		created: { status: 200, body: { id } },
		page: {
			body: {
				items: Array(3).fill(expect.anything()),
				next: expect.anything(),
			},
		},
		receipt: { body: { submittedAt: expect.any(String) } },
		problem: { status: 400, type },
		unknown: { status: 404, type },
		fixture: { id },
	});
	const compiled = await runNode(TSC, "--noEmit", "-p", "tsconfig.build.json");
	expect(compiled).toMatchObject({ code: 0, stdout: "" });
}, 120_000);
