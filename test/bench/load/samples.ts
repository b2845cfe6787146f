import { benchRequests } from "./bench-requests.ts";
import type { Runner } from "./runners.ts";

/** The measurements by runner and operation, one sample per round. */
export interface Samples<Sample> {
	add(runner: Runner, operation: string, sample: Sample): void;
	of(runner: Runner, operation: string): readonly Sample[];
}

export function createSamples<Sample>(): Samples<Sample> {
	const samples = new Map<Runner, Map<string, Sample[]>>();
	const listOf = (runner: Runner, operation: string): Sample[] => {
		const byOperation =
			samples.get(runner) ??
			new Map(
				benchRequests.map((request): [string, Sample[]] => [
					request.operation,
					[],
				]),
			);
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
