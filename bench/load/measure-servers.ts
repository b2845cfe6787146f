import { type LaunchedServer, launch, type Runner } from "../launch.ts";
import { BARE } from "../runners.ts";
import { shuffle } from "../statistics.ts";
import { type BenchRequest, benchRequests } from "./bench-requests.ts";
import { checkSameResponses } from "./check-same-responses.ts";

export interface Measured {
	readonly runner: string;
	readonly operation: string;
}

/** Selects samples or findings. */
export const select = <Of extends Measured>(
	all: readonly Of[],
	runner: string,
	operation: string,
): Of[] =>
	all.filter((each) => each.runner === runner && each.operation === operation);

/**
 * Measures every runner, in new processes each round. Within a round, all runners are measured for one operation in
 * random order before the next operation, so that a busy moment of the machine affects all of them equally.
 * @returns the samples of each operation and runner, and those of bare node
 */
export async function measureServers<Values extends object>(
	runners: Readonly<Record<string, Runner>>,
	rounds: number,
	measure: (
		server: LaunchedServer,
		request: BenchRequest,
		runner: string,
	) => Promise<Values>,
) {
	const samples: (Values & Measured)[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const servers = new Map<string, LaunchedServer>();
		try {
			for (const [name, runner] of Object.entries(runners))
				servers.set(name, await launch(runner));
			if (round === 0) await checkSameResponses(servers);
			for (const request of shuffle(benchRequests))
				for (const [runner, server] of shuffle([...servers])) {
					const values = await measure(server, request, runner);
					const { operation } = request;
					samples.push({ runner, operation, ...values });
				}
		} finally {
			for (const server of servers.values())
				await server[Symbol.asyncDispose]();
		}
	}
	return benchRequests.flatMap(({ operation }) =>
		Object.keys(runners).map((runner) => ({
			runner,
			operation,
			own: select(samples, runner, operation),
			bare: select(samples, BARE, operation),
		})),
	);
}
