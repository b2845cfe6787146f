import { isObject } from "./json.ts";

/** The message of an error, or the text of any other thrown value. */
export const errorMessage = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** Whether the value is an error of Node with one of the codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
	isObject(error) && codes.some((code) => error.code === code);
