import { compare } from "./comparison.ts";
import { launch } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { type BenchRequest, benchRequests } from "./load/bench-requests.ts";
import type { Benchmark } from "./report.ts";
import { BARE, peer, runners, understudy } from "./runners.ts";

const SECONDS = 2;

/** Measures forwarded operations, against a plain pass-through by the same client library to the same bare server. */
export const measure: Benchmark = async ({ quick }) => {
	await using bare = await launch(runners[BARE]);
	await using plain = await launch(peer("pass-through.mjs", bare.url));
	const forwarding = understudy("--log", "json", "--forward", bare.url);
	await using mock = await launch(forwarding);
	const measureMicroseconds = async (url: string, request: BenchRequest) =>
		1e6 / (await runAutocannon(url, [request], { duration: SECONDS }));
	return await compare(
		`Time per response under load, for ${SECONDS} s each`,
		{ rounds: quick ? 4 : 12, warmUps: 2, digits: 0, unit: "µs" },
		benchRequests.map((request) => ({
			title: request.operation,
			key: `forward ${request.operation}`,
			subjects: {
				"plain pass-through": () => measureMicroseconds(plain.url, request),
				"understudy serve --forward": () =>
					measureMicroseconds(mock.url, request),
			},
		})),
	);
};
