import { compare } from "./comparison.ts";
import { measureStart } from "./launch.ts";
import { getHealth } from "./load/bench-requests.ts";
import type { Benchmark } from "./report.ts";
import { BARE, MOCK, peer, understudy } from "./runners.ts";

/** Measures the start time of the server, against a minimal node server. */
export const measure: Benchmark = ({ quick }) => {
	const subjects = {
		[BARE]: () => measureStart(peer("bare-node.mjs")),
		"express hello": () => measureStart(peer("express-hello.mjs")),
		[MOCK]: () => measureStart(understudy("--log", "json")),
	};
	return compare(
		`Time from spawn to the first 200 of GET ${getHealth.path}`,
		{ rounds: quick ? 5 : 15, warmUps: 2, digits: 1, unit: "ms" },
		[{ key: "start", subjects }],
	);
};
