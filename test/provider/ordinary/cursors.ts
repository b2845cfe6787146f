import { createHmac, randomBytes } from "node:crypto";

export interface Cursors {
	/** Returns the cursor of the page after the record with this number. */
	issue(collection: string, seq: number): string;
	/** Returns the number of the record, or undefined if this service did not issue the cursor for the collection. */
	read(collection: string, cursor: string): number | undefined;
}

/** Creates signed cursors, which need not be stored. */
export function createCursors(): Cursors {
	const key = randomBytes(32);
	const issue: Cursors["issue"] = (collection, seq) => {
		const hmac = createHmac("sha256", key).update(`${collection}:${seq}`);
		return `${seq.toString(36)}.${hmac.digest("base64url").slice(0, 22)}`;
	};
	return {
		issue,
		read(collection, cursor) {
			const seq = Number.parseInt(cursor, 36);
			return issue(collection, seq) === cursor ? seq : undefined;
		},
	};
}
