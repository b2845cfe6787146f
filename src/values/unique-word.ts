/** Returns a new word that consists of letters only, so that no id and no time contains it. */
export const uniqueWord = (): string =>
	`understudy${crypto.randomUUID().replaceAll(/[^a-z]/g, "")}${Date.now()
		.toString(36)
		.replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "")}`;
