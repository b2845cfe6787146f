import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "../test/support/scratch-folder.ts";
import { compare } from "./comparison.ts";
import { launch, measureStart, type Runner } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { benchRequests, getHealth } from "./load/bench-requests.ts";
import type { Benchmark } from "./report.ts";
import { BARE, MOCK, peer, understudy } from "./runners.ts";

const OWN = "with a document of one's own";
const AGAIN = `${OWN}, again`;
const PATH = "contracts/openapi.yaml";
const DOCUMENT = ["--document", PATH] as const;

/** Compares a mock that follows a user's copy of the document with a mock that follows the document of the package. */
export const measure: Benchmark = async ({ quick }) => {
	// A document in this repository is never taken from the cache.
	await using project = await scratchFolder();
	await mkdir(join(project.path, "node_modules"));
	const copy = await project.file("api.yaml", await readFile(PATH, "utf8"));
	const start = await compare(
		`Time from spawn to the first 200 of GET ${getHealth.path}`,
		{ rounds: quick ? 5 : 15, warmUps: 2, digits: 1, unit: "ms" },
		[
			{
				key: "document start",
				subjects: {
					[BARE]: () => measureStart(peer("bare-node.mjs")),
					[MOCK]: () => measureStart(understudy("--log", "json")),
					[OWN]: () => measureStart(understudy("--log", "json", ...DOCUMENT)),
				},
			},
			{
				title: "from the cache",
				key: "document start again",
				subjects: {
					[MOCK]: () => measureStart(understudy("--log", "json")),
					[AGAIN]: () =>
						measureStart(understudy("--log", "json", "--document", copy)),
				},
			},
		],
	);
	const duration = quick ? 1 : 2;
	const saturate = async (runner: Runner, request: typeof getHealth) => {
		await using server = await launch(runner);
		await runAutocannon(server.url, [request], { duration: 1 });
		return await runAutocannon(server.url, [request], { duration });
	};
	const speed = await compare(
		"Responses per second over 32 connections",
		{ rounds: quick ? 3 : 7, warmUps: 1, digits: 0, unit: "" },
		benchRequests.map((request) => ({
			title: request.operation,
			key: `document ${request.operation}`,
			subjects: {
				[MOCK]: () => saturate(understudy(), request),
				[OWN]: () => saturate(understudy(...DOCUMENT), request),
			},
		})),
	);
	return {
		lines: [...start.lines, "", ...speed.lines],
		measured: { ...start.measured, ...speed.measured },
	};
};
