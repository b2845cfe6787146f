import { randomUUID } from "node:crypto";

/** Returns a new word of letters only, so that no id and no time contains it. */
export const uniqueWord = (): string =>
	`understudy${randomUUID().replaceAll(/[^a-z]/g, "")}${Date.now()
		.toString(36)
		.replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "")}`;
