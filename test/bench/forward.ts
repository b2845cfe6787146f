import { fileURLToPath } from "node:url";
import {
	type Comparison,
	compareWithFirst,
	formatComparisons,
	measureRounds,
} from "./comparison.ts";
import { launch } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { benchRequests } from "./load/bench-requests.ts";
import type { Benchmark } from "./report.ts";

const WARM_UPS = 2;
const ROUNDS = 12;
const QUICK_ROUNDS = 4;
const SECONDS = 2;

const toPath = (relative: string): string =>
	fileURLToPath(new URL(relative, import.meta.url));

/** Measures forwarded operations, against a plain pass-through by the same client library to the same bare server. */
export const forward: Benchmark = {
	async run(signal, { quick }) {
		const rounds = quick ? QUICK_ROUNDS : ROUNDS;
		const start = (...args: readonly string[]) => launch({ args }, signal);
		await using bare = await start(toPath("peers/bare-node-work.mjs"));
		await using plain = await start(toPath("peers/pass-through.mjs"), bare.url);
		await using mock = await start(
			...[toPath("../../dist/cli/main.js"), "serve", "--port", "0"],
			...["--log", "json", "--forward", bare.url],
		);
		const servers = [
			{ name: "plain pass-through", url: plain.url },
			{ name: "understudy serve --forward", url: mock.url },
		];
		const findings: Comparison[] = [];
		for (const request of benchRequests) {
			const times = await measureRounds(
				servers,
				rounds,
				WARM_UPS,
				signal,
				async ({ url }) => {
					const limit = { duration: SECONDS };
					return 1e6 / (await runAutocannon(url, [request], limit, signal));
				},
			);
			for (const finding of compareWithFirst(times))
				findings.push({
					...finding,
					name: `${request.operation}  ${finding.name}`,
				});
		}
		const measured = Object.fromEntries(
			findings
				.filter((_, index) => index % servers.length === 1)
				.map(({ ratio }, index) => [
					`forward ${benchRequests[index]?.operation}`,
					ratio,
				]),
		);
		return {
			lines: [
				`Time per response under load; ${rounds} rounds of ${SECONDS} s after ${WARM_UPS} warm-up rounds.`,
				"",
				...formatComparisons(findings, 0, "µs"),
			],
			data: { quick, rounds, findings, measured },
		};
	},
};
