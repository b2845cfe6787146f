import { isObject } from "../../values/json.ts";
import type { Memory } from "./values/create-memory.ts";
import { listNamedLeaves } from "./values/record-values.ts";

/** Creates records before requests that may change one. */
export interface Stock {
	/** Creates records until so many are left that no accepted request has named, if requests need such records. */
	restock(most: number): Promise<void>;
	/** Does the same for the records of a body, if it names any. */
	prepare(body: unknown, most: number): Promise<void>;
}

/** @param create creates one record */
export function createStock(
	memory: Memory,
	create: () => Promise<unknown>,
): Stock {
	async function fill(count: () => number, most: number): Promise<void> {
		while (count() < most) {
			const before = count();
			await create();
			if (count() <= before) return;
		}
	}
	return {
		restock: (most) => fill(() => memory.left, most),
		async prepare(body, most) {
			if (!isObject(body)) return;
			for (const [name, value] of listNamedLeaves(body))
				if (memory.isRecord(value, name))
					await fill(() => memory.countOthers(value, name), most);
		},
	};
}
