import type { Additions, StoredRecord } from "../store/store.ts";
import type { EngineContext } from "./context.ts";
import type { Service, State } from "./model/service.ts";

type Schemas = Service["recordSchemas"];

/** Whether a collection is missing in the other service, or has another schema there. */
export const hasOtherSchema = (
	before: Schemas,
	after: Schemas,
	name: string,
): boolean => before?.[name] === undefined || before[name] !== after?.[name];

/**
 * Returns the state for the handlers of a context. If the mock follows another service now, requests in progress
 * neither find nor add records in collections with a changed schema.
 */
export function withoutOutdated(
	{ service, current }: Pick<EngineContext, "service" | "current">,
	state: State,
): State {
	if (current.service === service) return state;
	const { recordSchemas: before } = service;
	const { recordSchemas: after } = current.service;
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
