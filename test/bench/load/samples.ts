import { asks } from "./bench-requests.ts";
import type { Runner } from "./runners.ts";

/** What was measured of each runner at each operation, one sample a round. */
export interface Samples<Sample> {
	add(runner: Runner, operation: string, sample: Sample): void;
	of(runner: Runner, operation: string): readonly Sample[];
}

export function createSamples<Sample>(): Samples<Sample> {
	const samples = new Map<Runner, Map<string, Sample[]>>();
	const listOf = (runner: Runner, operation: string): Sample[] => {
		const byOperation =
			samples.get(runner) ??
			new Map(asks.map((ask): [string, Sample[]] => [ask.operation, []]));
		samples.set(runner, byOperation);
		return byOperation.get(operation) ?? [];
	};
	return {
		add(runner, operation, sample) {
			listOf(runner, operation).push(sample);
		},
		of: listOf,
	};
}
