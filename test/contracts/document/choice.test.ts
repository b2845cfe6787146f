import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeGenerated } from "../../../contracts/generate/main.ts";
import { run } from "../../support/run.ts";
import { type ScratchCopy, scratchCopy } from "../../support/scratch-copy.ts";

const DOCUMENT = "contracts/openapi.yaml";
const TSC = join(
	import.meta.dirname,
	"../../../node_modules/typescript/bin/tsc",
);

const typeCheck = (copy: ScratchCopy) =>
	run(process.execPath, [TSC, "--noEmit", "-p", "tsconfig.build.json"], {
		cwd: copy.root,
	});

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

/** Runs the mock and the fixtures of the copy in a process of their own. */
async function runMock(copy: ScratchCopy): Promise<Record<string, unknown>> {
	await writeFile(join(copy.root, "run-mock.mts"), SCRIPT);
	const { stdout, stderr } = await run(
		process.execPath,
		["--import", "tsx", "run-mock.mts"],
		{ cwd: copy.root },
	);
	expect(stderr).toBe("");
	return JSON.parse(stdout);
}

test("the mock and the fixtures follow a change of the OpenAPI document", async () => {
	await using copy = await scratchCopy();
	await copy.replace(DOCUMENT, '"201":', '"200":');
	await copy.replace(DOCUMENT, "default: 20\n", "default: 3\n");
	await copy.replace(DOCUMENT, /\bzap_(?=0|\[)/g, "zp_");
	await copy.replace(
		DOCUMENT,
		"application/problem+json",
		"application/vnd.zaps.error+json",
	);
	await writeGenerated(copy.root);

	expect(await runMock(copy)).toMatchObject({
		created: { status: 200, body: { id: expect.stringMatching(/^zp_0/) } },
		page: { body: { items: Array(3).fill(expect.anything()) } },
		problem: { status: 400, type: "application/vnd.zaps.error+json" },
		unknown: { status: 404, type: "application/vnd.zaps.error+json" },
		fixture: { id: expect.stringMatching(/^zp_0/) },
	});
	expect(await typeCheck(copy)).toMatchObject({ code: 0, stdout: "" });
});

test.each([
	["nextCursor", "next", "handlers/zaps.ts"],
	["acceptedAt", "submittedAt", "resources/command.ts"],
	["subjectId", "subject", "handlers/audit.ts"],
])(
	"renaming %s breaks the compilation where the name is used",
	async (name, newName, place) => {
		await using copy = await scratchCopy();
		await copy.replace(
			DOCUMENT,
			new RegExp(`\\b${name}\\b(?=[:,\\]])`, "g"),
			newName,
		);
		await writeGenerated(copy.root);

		const { code, stdout } = await typeCheck(copy);
		expect(code).not.toBe(0);
		expect(stdout).toContain(place);
	},
);
