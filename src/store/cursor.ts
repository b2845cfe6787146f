import type { Position } from "./store.ts";

const PLAIN = /^([a-zA-Z]+):(\d{1,15}):([\x21-\x7e]+)$/;

/** Encodes a position as an opaque cursor. */
export function encodeCursor(
	collection: string,
	{ index, id }: Position,
): string {
	return btoa(`${collection}:${index}:${id}`)
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
	const [, name, index, id] = PLAIN.exec(plain) ?? [];
	if (name !== collection || index === undefined || id === undefined)
		return undefined;
	const position = { index: Number(index), id };
	// Several base64 texts decode to the same bytes; only one of them was issued.
	return encodeCursor(collection, position) === cursor ? position : undefined;
}
