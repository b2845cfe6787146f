import type { Facets, Query } from "./store.ts";

/** Where the records of one sequence stand, by what can be searched of them. */
export interface RecordIndex {
	/** Takes in the records from where it left off up to so many. */
	extend(length: number, facetsAt: (index: number) => Facets): void;
	/** The places below `before` at which records may meet the query, the last first. */
	candidates(query: Query, before: number): Iterable<number>;
}

/** The first place at which the ascending values are not less. */
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
	/** By the name of a key, then by its value: places, ascending. */
	const places = new Map<string, Map<string, number[]>>();
	const times: number[] = [];
	/** Records that were put there by hand may stand in any order. */
	let isAscending = true;

	function note(name: string, value: string, index: number): void {
		const byValue = places.get(name) ?? new Map<string, number[]>();
		places.set(name, byValue);
		const list = byValue.get(value);
		if (list) list.push(index);
		else byValue.set(value, [index]);
	}

	/** The shortest list of places that the keys of the query leave; undefined where it names none. */
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
