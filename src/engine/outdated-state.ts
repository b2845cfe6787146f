import type { EngineContext } from "./context.ts";
import type { Service, State } from "./model/service.ts";

type Schemas = Service["recordSchemas"];

/** Whether a collection of a service is gone in another one, or has another schema there. */
export const hasOtherSchema = (
	before: Schemas,
	after: Schemas,
	name: string,
): boolean => before?.[name] === undefined || before[name] !== after?.[name];

/**
 * Returns the state as the handlers of a context may use it. If the mock follows another service by now, requests under
 * way add nothing to collections whose schema has changed, and find no record there.
 */
export function withoutOutdated(
	{ service, current }: Pick<EngineContext, "service" | "current">,
	state: State,
): State {
	if (current.service === service) return state;
	const [before, after] = [
		service.recordSchemas,
		current.service.recordSchemas,
	];
	const isOutdated = (name: string): boolean =>
		hasOtherSchema(before, after, name);
	return {
		...state,
		get: async (name, id) =>
			isOutdated(name) ? undefined : state.get(name, id),
		change: async (target, compose) =>
			isOutdated(target.collection) ? undefined : state.change(target, compose),
		append: (compose) =>
			state.append((...given) => {
				const { add, result } = compose(...given);
				const kept = Object.entries(add).filter(([name]) => !isOutdated(name));
				return { add: Object.fromEntries(kept), result };
			}),
	};
}
