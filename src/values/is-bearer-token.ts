import { createHash, timingSafeEqual } from "node:crypto";

const hash = (text: string) => createHash("sha256").update(text).digest();

/**
 * Whether an `Authorization` header has the token. The comparison takes the same time wherever the two differ, so the
 * time reveals nothing about the token.
 */
export function isBearerToken(authorization: string, token: string): boolean {
	const [, sent = ""] = /^bearer +(.*)$/i.exec(authorization) ?? [];
	return timingSafeEqual(hash(sent), hash(token));
}
