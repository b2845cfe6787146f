import { join } from "node:path";
import { expect, test } from "vitest";
import { pactRequests } from "../support/pact-requests.ts";
import { HAS_REGISTRY, installPackages } from "../support/registry.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { serveStage } from "../support/serve-stage.ts";
import { startServer } from "./start-server.ts";

const ROOT = join(import.meta.dirname, "../..");

const READ_ONLY = "Prism removes read-only properties from the schema.";

/** Disagreements of Prism and the mock, and the reason for each. */
const KNOWN_OPINIONS: Readonly<Record<string, string>> = {
	"createZap: /createdAt is forbidden: accepted": READ_ONLY,
	"createZap: /id is forbidden: accepted": READ_ONLY,
	"listZaps: cursor violates minLength 1: accepted":
		"Prism reads an empty parameter as a missing one.",
};

/** Starts Prism as a proxy that rejects what violates the OpenAPI document. */
const startReferee = (folder: string, upstream: string, ...flags: string[]) =>
	startServer(process.execPath, [
		join(folder, "node_modules/@stoplight/prism-cli/dist/index.js"),
		...["proxy", join(ROOT, "contracts/openapi.yaml"), upstream],
		...["--errors", "--port", "0", ...flags],
	]);

/** Returns what Prism rejects itself, such as `UNPROCESSABLE_ENTITY`; undefined if it passes on the response. */
async function findVerdict(request: Request) {
	const text = await (await fetch(request)).text();
	return /"type":"https:\/\/stoplight.io\/prism\/errors#(\w+)"/.exec(text)?.[1];
}

test.skipIf(!HAS_REGISTRY)(
	"an independent validator agrees on valid and invalid requests, and finds no invalid response",
	async () => {
		await using scratch = await scratchFolder();
		await installPackages(scratch.path, ["@stoplight/prism-cli@5.14.2"]);
		await using served = await serveStage();
		const noRequests = ["--validate-request", "false"];
		const { path } = scratch;
		using ofRequests = await startReferee(path, served.url);
		using ofResponses = await startReferee(path, served.url, ...noRequests);
		const opinions = new Set<string>();
		for (const { title, status, create } of pactRequests) {
			const verdict = await findVerdict(create(ofRequests.url));
			if ((verdict === undefined) !== status < 400)
				opinions.add(`${title}: ${verdict ?? "accepted"}`);
			const violation = await findVerdict(create(ofResponses.url));
			if (violation !== undefined) opinions.add(`${title}: ${violation}`);
		}
		expect([...opinions].sort()).toEqual(Object.keys(KNOWN_OPINIONS).sort());
	},
	120_000,
);
