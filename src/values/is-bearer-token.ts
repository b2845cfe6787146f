import { createHash, timingSafeEqual } from "node:crypto";

const hash = (text: string) => createHash("sha256").update(text).digest();

/**
 * Whether the value of an `Authorization` header has the token. Takes the same time wherever they differ, so that the
 * time reveals nothing of the token.
 */
export function isBearerToken(authorization: string, token: string): boolean {
	const [, sent = ""] = /^bearer +(.*)$/i.exec(authorization) ?? [];
	return timingSafeEqual(hash(sent), hash(token));
}
