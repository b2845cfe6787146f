import { createHistogram } from "../histogram.ts";
import type { Observation, Store, StoreOptions } from "../store.ts";
import type { StoreConnection } from "./connection.ts";
import { nameOfState } from "./state-copy.ts";

/**
 * Reads what the script has counted: for each series, its place, its count, its sum and the counts of its buckets.
 * @param values the names of fields, each followed by its value
 */
function readCounts(
	values: readonly string[],
	buckets: readonly number[],
): readonly Observation[] {
	const found = new Map<string, number[]>();
	for (let index = 0; index + 1 < values.length; index += 2) {
		const [, series, part] = /^(.*) (\d+)$/s.exec(values[index] ?? "") ?? [];
		// Counts by other bounds say nothing about these.
		if (!series?.startsWith(`${buckets} `)) continue;
		const numbers = found.get(series) ?? Array(3 + buckets.length).fill(0);
		found.set(series, numbers);
		numbers[Number(part)] = Number(values[index + 1]);
	}
	const all = [...found].sort(([, [a = 0]], [, [b = 0]]) => a - b);
	const series = all.map(([key, [, count = 0, sum = 0, ...bucketCounts]]) => {
		const labels = JSON.parse(key.slice(`${buckets} `.length));
		return { labels, count, sum, bucketCounts };
	});
	return createHistogram(buckets, series).observations();
}

/** The methods that count exchanges. */
export const createCounting = (
	connection: StoreConnection,
	open: (session: string) => Promise<unknown>,
	options: StoreOptions,
): Pick<Store, "observe" | "observations"> => ({
	async observe(session, labels, seconds) {
		const { buckets } = options;
		const bucket = buckets.findIndex((bound) => seconds <= bound);
		const args = {
			name: nameOfState(session),
			series: `${buckets} ${JSON.stringify(labels)}`,
			adds: [
				...["1", "1", "2", `${seconds}`],
				...(bucket < 0 ? [] : [`${3 + bucket}`, "1"]),
			],
		};
		while ((await connection.run("observe", args))?.values.length === 0)
			await open(session);
	},
	async observations(session) {
		const key = `${connection.prefix}:doc:${nameOfState(session)}:m`;
		return readCounts(await connection.list("HGETALL", key), options.buckets);
	},
});
