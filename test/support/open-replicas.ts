import { randomUUID } from "node:crypto";
import type { SharedMock } from "../../src/engine/shared-mock.ts";
import { openSharedMock } from "../../src/replicas/open-shared-mock.ts";

/** The start time of mocks that are given no clock. */
const START = Date.UTC(2026, 0, 1);

/** Lets several mocks in this process join one store. */
export async function openReplicas(
	url: string,
	count: number,
	options: {
		readonly dataset?: string | undefined;
		readonly seed?: number | undefined;
		readonly prefix?: string;
		readonly timeoutMs?: number;
	} = {},
): Promise<readonly SharedMock[]> {
	const {
		dataset = "default",
		seed = 1,
		prefix = randomUUID(),
		// Other tests may keep the machine busy.
		timeoutMs = 10_000,
	} = options;
	const initial = { dataset, seed, now: START };
	const replicas: SharedMock[] = [];
	for (let index = 0; index < count; index++)
		replicas.push(
			await openSharedMock({
				...{ url, prefix, initial, document: "zaps", timeoutMs },
				onError() {},
			}),
		);
	return replicas;
}
