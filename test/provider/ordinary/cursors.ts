import { createHmac } from "node:crypto";

export type Collection = "zaps" | "audit";

export interface Cursors {
	/** For what comes after the record with this number. */
	issue(collection: Collection, seq: number): string;
	/** The number it was issued for; undefined where it was issued for nothing here. */
	read(collection: Collection, cursor: string): number | undefined;
}

/** Cursors that need not be kept, since nobody else can sign one. */
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
