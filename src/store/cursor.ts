import type { Position } from "./store.ts";

const PLAIN = /^([a-zA-Z]+):(\d{1,15}):([\x21-\x7e]+)$/;

/** Encodes a position as an opaque cursor. */
export function encodeCursor(
	collection: string,
	{ sequence, id }: Position,
): string {
	return btoa(`${collection}:${sequence}:${id}`)
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** Decodes a cursor; undefined if it is not one of this collection. */
export function decodeCursor(
	collection: string,
	cursor: string,
): Position | undefined {
	let plain: string;
	try {
		plain = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
	} catch {
		return undefined;
	}
	const [, name, sequence, id] = PLAIN.exec(plain) ?? [];
	if (name !== collection || sequence === undefined || id === undefined)
		return undefined;
	const position = { sequence: Number(sequence), id };
	// Several base64 texts decode to the same bytes; only one of them was issued.
	return encodeCursor(collection, position) === cursor ? position : undefined;
}
