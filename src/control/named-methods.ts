import type { Control } from "./control.ts";
import type { ControlMethod } from "./methods.ts";

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Returns the method of that name. */
export function methodOf(control: Control, name: ControlMethod): Method {
	const [first = "", second] = name.split(".");
	const method: Method = Reflect.get(control, first);
	return second === undefined ? method : Reflect.get(method, second);
}

/** Sets the method of that name. One with a dot comes after the one before its dot. */
export function setMethod(
	control: object,
	name: ControlMethod,
	method: Method,
): void {
	const [first = "", second] = name.split(".");
	if (second === undefined) Object.assign(control, { [first]: method });
	else Object.assign(Reflect.get(control, first), { [second]: method });
}
