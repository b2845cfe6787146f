import { isObject } from "../../../src/values/json.ts";

/**
 * Returns an object whose calls go to each of the others in turn. Calls while others are under way go to the same one,
 * since the order of concurrent calls to several processes is open.
 */
export function alternate<Each extends object>(all: readonly Each[]): Each {
	let turn = 0;
	let pending = 0;
	const [first] = all;
	const call = (each: object, name: PropertyKey, args: unknown[]): unknown => {
		const method: unknown = Reflect.get(each, name);
		return typeof method === "function" && Reflect.apply(method, each, args);
	};
	if (!first) throw new TypeError("There is nothing to alternate.");
	return new Proxy(first, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return (...args: unknown[]): unknown => {
				if (pending === 0) turn += 1;
				const next = all[turn % all.length] ?? first;
				const result = call(next, name, args);
				if (!(result instanceof Promise)) {
					// It concerns the memory of each process.
					const results = all.map((each) =>
						each === next ? result : call(each, name, args),
					);
					return isObject(result)
						? alternate(results.filter(isObject))
						: result;
				}
				pending += 1;
				const end = (): void => {
					pending -= 1;
				};
				result.then(end, end);
				return result;
			};
		},
	});
}
