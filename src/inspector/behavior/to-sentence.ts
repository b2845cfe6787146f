/** Returns text such as "the final status" as "The final status." */
export const toSentence = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
