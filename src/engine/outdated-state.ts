import type { Additions, StoredRecord } from "../store/store.ts";
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
	const keep = (add: Additions): Record<string, StoredRecord> =>
		Object.fromEntries(
			Object.entries(add).flatMap(([name, record]) =>
				record && !isOutdated(name) ? [[name, record]] : [],
			),
		);
	return {
		...state,
		get: async (name, id) =>
			isOutdated(name) ? undefined : state.get(name, id),
		change: async (target, compose) =>
			isOutdated(target.collection)
				? undefined
				: state.change(target, (...given) => {
						const { add = {}, ...change } = compose(...given);
						return { ...change, add: keep(add) };
					}),
		append: (compose) =>
			state.append((...given) => {
				const { add, result } = compose(...given);
				return { add: keep(add), result };
			}),
	};
}
