import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { HAS_REGISTRY, installPackages } from "../support/registry.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { serveStage } from "../support/serve-stage.ts";
import { operations } from "../unit/properties/requests/operation-requests.ts";
import {
	type RequestParts,
	toRequest,
} from "../unit/properties/requests/request-parts.ts";
import { isWhole } from "./sample.ts";
import { startServer } from "./start-server.ts";

const ROOT = join(import.meta.dirname, "../..");

const EMPTY_IS_MISSING = "Prism reads an empty parameter as a missing one.";
const NEVER_ISSUED = "No schema can say which cursors the service issued.";
const READ_ONLY = "Prism removes read-only properties from the schema.";

/** Disagreements of Prism and the mock, and the reason for each. */
const KNOWN_OPINIONS: Readonly<Record<string, string>> = {
	"createZap: /createdAt is not allowed: accepted": READ_ONLY,
	"createZap: /id is not allowed: accepted": READ_ONLY,
	"listZaps: a valid request: UNPROCESSABLE_ENTITY":
		"Prism ignores case in the names of parameters: for the mock, `Limit` is unknown.",
	"listZaps: the parameter cursor is empty: accepted": EMPTY_IS_MISSING,
	"listZaps: the parameter cursor was never issued: accepted": NEVER_ISSUED,
	"listZaps: the parameter limit is empty: accepted": EMPTY_IS_MISSING,
	"listZaps: the parameter limit is not a whole number: accepted":
		"Prism converts a parameter like `Number` does, so `5 ` is an integer.",
	"searchAudit: /cursor is not allowed: accepted": NEVER_ISSUED,
	"searchAudit: a valid request: UNPROCESSABLE_ENTITY":
		"Prism accepts a leap second only at 23:59:60, although it is another time at other offsets.",
};

/** How many requests of each kind it sends. */
const NUM_RUNS = isWhole ? 20 : 2;

/** Starts Prism as a proxy that rejects what violates the OpenAPI document. */
const startReferee = (folder: string, upstream: string, ...flags: string[]) =>
	startServer(process.execPath, [
		join(folder, "node_modules/@stoplight/prism-cli/dist/index.js"),
		...["proxy", join(ROOT, "contracts/openapi.yaml"), upstream],
		...["--errors", "--port", "0", ...flags],
	]);

/** Returns what Prism rejects itself, such as `UNPROCESSABLE_ENTITY`; undefined if it passes on the response. */
async function findVerdict(url: string, parts: RequestParts) {
	const text = await (await fetch(toRequest(parts, url))).text();
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
		async function compare(
			title: string,
			parts: RequestParts,
			isValid: boolean,
		) {
			const verdict = await findVerdict(ofRequests.url, parts);
			if ((verdict === undefined) !== isValid)
				opinions.add(`${title}: ${verdict ?? "accepted"}`);
			const violation = await findVerdict(ofResponses.url, parts);
			if (violation !== undefined) opinions.add(`${title}: ${violation}`);
		}
		for (const { id, valid, violations } of operations) {
			for (const parts of fc.sample(valid, { numRuns: NUM_RUNS, seed: 1 }))
				await compare(`${id}: a valid request`, parts, true);
			for (const { title, requests } of violations)
				for (const { parts } of fc.sample(requests, {
					numRuns: NUM_RUNS,
					seed: 1,
				}))
					await compare(`${id}: ${title}`, parts, false);
		}
		const known = Object.keys(KNOWN_OPINIONS).sort();
		// A few requests do not show all of them.
		const shown = known.filter((each) => isWhole || opinions.has(each));
		expect([...opinions].sort()).toEqual(shown);
	},
	120_000,
);
