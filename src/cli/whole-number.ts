import { FlagValueError } from "./usage-error.ts";

/** Returns a reader of whole numbers within bounds. */
export const wholeNumber =
	(least: number, most: number) =>
	(text: string): number => {
		const number = Number(text);
		if (!/^-?[0-9]+$/.test(text) || number < least || number > most)
			throw new FlagValueError(`Pass a whole number from ${least} to ${most}.`);
		return number;
	};
