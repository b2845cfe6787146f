import type { Facets, Query } from "./store.ts";

/** An index of what a search sees of the records of one sequence. */
export interface RecordIndex {
	/** Adds the records up to `length` that are not indexed yet. */
	extend(length: number, facetsAt: (index: number) => Facets): void;
	/** Returns the indexes below `before` at which records may match, in descending order. */
	candidates(query: Query, before: number): Iterable<number>;
}

/** Returns the first index at which the ascending values are not less than `sought`. */
function lowerBound(values: readonly number[], sought: number): number {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((values[middle] ?? 0) < sought) low = middle + 1;
		else high = middle;
	}
	return low;
}

export function createRecordIndex(): RecordIndex {
	/** Indexes in ascending order, by the name of a key and its value. */
	const places = new Map<string, Map<string, number[]>>();
	const times: number[] = [];
	/** False for a replaced state, whose records may have any order. */
	let isAscending = true;

	function note(name: string, value: string, index: number): void {
		const byValue = places.get(name) ?? new Map<string, number[]>();
		places.set(name, byValue);
		const list = byValue.get(value);
		if (list) list.push(index);
		else byValue.set(value, [index]);
	}

	/** Returns the shortest list of indexes for a key of the query; undefined if it has no keys. */
	function shortest({ keys = {} }: Query): readonly number[] | undefined {
		return Object.entries(keys)
			.map(([name, value]) => places.get(name)?.get(value) ?? [])
			.sort((a, b) => a.length - b.length)[0];
	}

	return {
		extend(length, facetsAt) {
			for (let index = times.length; index < length; index++) {
				const { keys, at } = facetsAt(index);
				if (at < (times.at(-1) ?? at)) isAscending = false;
				times.push(at);
				for (const [name, value] of Object.entries(keys))
					note(name, value, index);
			}
		},
		*candidates(query, before) {
			const { from, to } = query;
			const low =
				isAscending && from !== undefined ? lowerBound(times, from) : 0;
			const high =
				isAscending && to !== undefined
					? Math.min(before, lowerBound(times, to))
					: before;
			const list = shortest(query);
			if (!list) {
				for (let index = high - 1; index >= low; index--) yield index;
				return;
			}
			for (let at = lowerBound(list, high) - 1; at >= 0; at--) {
				const index = list[at] ?? 0;
				if (index < low) return;
				yield index;
			}
		},
	};
}
