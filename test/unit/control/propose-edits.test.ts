import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proposeEdits } from "../../../src/cli/serve/propose-edits.ts";
import { respondWithJson } from "../../support/respond-with.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";
import { openMock } from "../forward/open-mock.ts";

test("edits of a document of one's own are proposed while its file is valid", async () => {
	await using folder = await scratchFolder();
	const file = join(folder.path, "openapi.yaml");
	await copyFile("contracts/openapi.yaml", file);
	await using real = await startStub(respondWithJson({ status: "UP" }));
	await using mock = await openMock({ url: real.url });
	await (await fetch(`${mock.url}/v1/health`)).text();
	const { requests } = await mock.control.requests();
	const propose = () =>
		proposeEdits({ file, operation: undefined, entries: requests });
	const { diff, isShipped } = await propose();
	expect(isShipped).toBe(false);
	expect(diff).toContain("openapi.yaml\n@@");
	expect(diff).toContain("+                    const: UP\n");
	await writeFile(file, "openapi: 3.1.0\npaths: [");
	await expect(propose()).rejects.toThrow("Invalid document");
});
