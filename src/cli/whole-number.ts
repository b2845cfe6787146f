import { InvalidArgumentError } from "commander";

/** Reads an option that is a whole number within bounds. */
export function wholeNumber(
	least: number,
	most: number,
): (value: string) => number {
	return (value) => {
		const number = Number(value);
		if (!/^-?[0-9]+$/.test(value) || number < least || number > most)
			throw new InvalidArgumentError(
				`Pass a whole number from ${least} to ${most}.`,
			);
		return number;
	};
}
