import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeGenerated } from "../../contracts/generate/main.ts";
import { run } from "../support/run.ts";
import { scratchCopy } from "../support/scratch-copy.ts";

const DOCUMENT = "contracts/openapi.yaml";
const TSC = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

const SCRIPT = `
import { createFixtures } from "./src/fixtures.ts";
import { createMock } from "./src/index.ts";
const mock = createMock();
const send = async (path, init) => {
	const response = await mock.fetch(new Request("http://zaps.test" + path, init));
	return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
};
const post = (path, body) => send(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
console.log(JSON.stringify({
	created: await post("/v1/zaps", { name: "A" }),
	page: await send("/v1/zaps"),
	problem: await post("/v1/command", {}),
	unknown: await send("/v1/nothing"),
	fixture: createFixtures().zap(),
}));
`;

test("the mock and the fixtures follow a change of the OpenAPI document, and only code that uses a renamed property fails to compile", async () => {
	await using copy = await scratchCopy();
	const runNode = (...args: readonly string[]) =>
		run(process.execPath, args, { cwd: copy.root });
	await copy.replace(DOCUMENT, '"201":', '"200":');
	await copy.replace(DOCUMENT, "default: 20\n", "default: 3\n");
	await copy.replace(DOCUMENT, /\bzap_(?=0|\[)/g, "zp_");
	await copy.replace(
		DOCUMENT,
		"application/problem+json",
		"application/vnd.zaps.error+json",
	);
	await writeGenerated(copy.root);
	await writeFile(join(copy.root, "run-mock.mts"), SCRIPT);
	const { stdout, stderr } = await runNode("--import", "tsx", "run-mock.mts");
	expect(stderr).toBe("");
	expect(JSON.parse(stdout)).toMatchObject({
		created: { status: 200, body: { id: expect.stringMatching(/^zp_0/) } },
		page: { body: { items: Array(3).fill(expect.anything()) } },
		problem: { status: 400, type: "application/vnd.zaps.error+json" },
		unknown: { status: 404, type: "application/vnd.zaps.error+json" },
		fixture: { id: expect.stringMatching(/^zp_0/) },
	});

	for (const [name, newName] of [
		["nextCursor", "next"],
		["acceptedAt", "submittedAt"],
		["subjectId", "subject"],
	] as const)
		await copy.replace(
			DOCUMENT,
			new RegExp(`\\b${name}\\b(?=[:,\\]])`, "g"),
			newName,
		);
	await writeGenerated(copy.root);
	const compiled = await runNode(
		...[TSC, "--noEmit", "-p", "tsconfig.build.json"],
	);
	expect(compiled.code).not.toBe(0);
	const errors = compiled.stdout.trimEnd().split(/\n(?! )/);
	for (const error of errors)
		expect(error).toMatch(
			/nextCursor|'next' is missing|next: string|acceptedAt|subjectId/,
		);
	const places = ["handlers/zaps.ts", "resources/command.ts"];
	for (const place of [...places, "handlers/audit.ts"])
		expect(compiled.stdout).toContain(place);
}, 60_000);
