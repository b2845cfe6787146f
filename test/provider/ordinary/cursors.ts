import { createHmac } from "node:crypto";

export type Collection = "zaps" | "audit";

export interface Cursors {
	/** Returns the cursor of the page after the record with this number. */
	issue(collection: Collection, seq: number): string;
	/** Returns the number of the record, or undefined if this service did not issue the cursor for the collection. */
	read(collection: Collection, cursor: string): number | undefined;
}

/** Creates signed cursors, which need not be stored. */
export function createCursors(key: string): Cursors {
	const issue = (collection: Collection, seq: number): string => {
		const signature = createHmac("sha256", key)
			.update(`${collection}:${seq}`)
			.digest("base64url")
			.slice(0, 22);
		return `${seq.toString(36)}.${signature}`;
	};
	return {
		issue,
		read(collection, cursor) {
			const seq = Number.parseInt(cursor, 36);
			return issue(collection, seq) === cursor ? seq : undefined;
		},
	};
}
