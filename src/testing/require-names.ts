import type { OperationModel } from "../engine/model/service.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";

/**
 * Rejects misspelled names, which would otherwise have no effect.
 * @throws TypeError for an unknown property
 */
export function requireKnown(
	what: `${string} property`,
	names: readonly string[],
	available: readonly string[],
): void {
	const unknown = names.find((name) => !available.includes(name));
	if (unknown !== undefined)
		throw new TypeError(describeUnknownName(what, unknown, available));
}

/** A path, with or without a method before it. */
const ROUTE = /^(?:([a-z]+) +)?(\/[^?]*)/i;

/** Returns the operations that a path, or a method and a path, stands for. */
function findByRoute(
	specs: readonly OperationModel[],
	name: string,
): readonly string[] {
	const [, method, path] = ROUTE.exec(name) ?? [];
	return specs
		.filter(
			(spec) =>
				spec.path === path &&
				(method ?? spec.method).toUpperCase() === spec.method.toUpperCase(),
		)
		.map(({ id }) => `"${id}"`);
}

/**
 * Rejects an unknown operation, and suggests those of a path.
 * @param others names that are allowed too
 * @throws RangeError for an unknown operation
 */
export function requireOperation(
	specs: readonly OperationModel[],
	name: string,
	others: readonly string[] = [],
): void {
	const available = [...specs.map(({ id }) => id), ...others];
	if (available.includes(name)) return;
	const matching = findByRoute(specs, name);
	throw new RangeError(
		matching.length > 0
			? `Unknown operation "${name}". Did you mean ${matching.join(" or ")}? Pass the id of an operation, and not its path.`
			: describeUnknownName("operation", `${name}`, available),
	);
}
