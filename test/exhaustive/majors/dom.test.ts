import { beforeAll, describe, expect, test } from "vitest";
import {
	HAS_REGISTRY,
	installPackages,
	packInto,
} from "../../support/registry.ts";
import { run } from "../../support/run.ts";
import { testFolder } from "../../support/test-folder.ts";
import { isWhole } from "../sample.ts";

/** Each client of a page creates a zap. */
const TESTS = `
import { expect } from "vitest";
import { test } from "zaps-understudy/vitest";

const headers = { "content-type": "application/json" };
const body = JSON.stringify({ name: "A" });
test("fetch", async ({ mock }) => {
	const url = mock.url + "/v1/zaps";
	const response = await fetch(url, { method: "POST", headers, body });
	expect(response.status).toBe(201);
});
test("XMLHttpRequest", async ({ mock }) => {
	const request = new XMLHttpRequest();
	request.open("POST", mock.url + "/v1/zaps");
	request.setRequestHeader("content-type", "application/json");
	const end = new Promise((resolve) => request.addEventListener("loadend", resolve));
	request.send(body);
	await end;
	expect(request.status).toBe(201);
});
`;
const TIMEOUT_MS = 240_000;

describe.skipIf(!HAS_REGISTRY)("in an environment of Vitest", async () => {
	const scratch = await testFolder();
	let tarball = "";
	beforeAll(async () => {
		tarball = await packInto(scratch.path);
		await scratch.file("dom.test.ts", TESTS);
		await scratch.file("package.json", '{ "private": true, "type": "module" }');
	}, TIMEOUT_MS);

	const all = [
		["jsdom", "24"],
		["happy-dom", "latest"],
		["jsdom", "25"],
		["jsdom", "26"],
		["jsdom", "27"],
	];
	test.each(isWhole ? all : all.slice(0, 2))(
		"tests with %s %s can send bodies to the mock",
		async (name, version) => {
			const packages = ["msw@2", "vitest@4", `${name}@${version}`, tarball];
			await installPackages(scratch.path, packages);
			const args = ["node_modules/vitest/vitest.mjs", "run", "--environment"];
			const tested = await run("node", [...args, name], { cwd: scratch.path });
			expect(tested).toMatchObject({ code: 0, stderr: "" });
		},
		TIMEOUT_MS,
	);
});
