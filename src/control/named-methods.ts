import type { Control } from "./control.ts";
import type { ControlMethod } from "./methods.ts";

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Returns what has the method, and its name there. Methods of the clock have names of two parts. */
function placeOf(control: object, name: ControlMethod) {
	const [first = "", second] = name.split(".");
	return second === undefined
		? ([control, first] as const)
		: ([Reflect.get(control, first), second] as const);
}

/** Returns the method of that name. */
export const methodOf = (control: Control, name: ControlMethod): Method =>
	Reflect.get(...placeOf(control, name));

/** Sets the method of that name. One with a dot comes after the one before its dot. */
export function setMethod(
	control: object,
	name: ControlMethod,
	method: Method,
): void {
	Reflect.set(...placeOf(control, name), method);
}
