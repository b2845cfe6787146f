import { optionReader } from "./read-text.ts";

/** Returns a reader of whole numbers within bounds. */
export const wholeNumber = (
	minimum: number,
	maximum: number,
): ((text: string) => unknown) =>
	optionReader({ type: "integer", minimum, maximum });
