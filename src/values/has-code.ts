import { isObject } from "./is-object.ts";

/** Whether the value is an error of Node with one of the codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
	isObject(error) && codes.some((code) => error.code === code);
