import { mapValues } from "../values/json.ts";
import { createBackedStates } from "./backed-states.ts";
import { type Backing, createMemoryBacking } from "./backing.ts";
import { asSequence, countRecords, findRecord } from "./collection.ts";
import {
	composeAppend,
	composeChange,
	findCollection,
} from "./compose-write.ts";
import { createPageReader } from "./read-page.ts";
import { createHead, fillWith, type States } from "./states.ts";
import type { Store, StoreOptions } from "./store.ts";
import { currentTime, drawFractions } from "./write-context.ts";

/** Creates the methods that change states. */
const createWriting = (
	{ change, changeHead }: States,
	options: StoreOptions,
): Pick<
	Store,
	"append" | "change" | "drawFractions" | "replace" | "reset"
> => ({
	append: (session, compose) =>
		change(session, (state) => composeAppend(state, options, compose)),
	change: (session, target, compose) =>
		change(session, (state) => composeChange(state, options, target, compose)),
	drawFractions: (session, count) =>
		changeHead(session, ({ writes }) => {
			const { fractions, after } = drawFractions(writes, count);
			return { writes: after, result: fractions };
		}),
	replace: (session, dataset) =>
		changeHead(session, (state) => ({
			...{ origin: state.origin, result: undefined },
			...fillWith(state, dataset),
		})),
	reset: (session, changed) =>
		changeHead(session, ({ origin }) => ({
			...createHead({ ...origin, ...changed }, options),
			result: undefined,
		})),
});

/** Creates the methods that read records. */
function createReading(
	{ use }: States,
	options: StoreOptions,
): Pick<Store, "get" | "page" | "count" | "read"> {
	const readPage = createPageReader(options);
	return {
		get: (session, collection, id) =>
			use(session, ({ collections }) =>
				findRecord(
					findCollection(collections, collection),
					id,
					options.idProperties?.[collection],
				),
			),
		page: (session, collection, request) =>
			use(session, ({ collections, writes }) =>
				readPage(
					collection,
					findCollection(collections, collection),
					request,
					currentTime(writes, options.now()),
				),
			),
		count: (session, collection) =>
			use(session, ({ collections }) =>
				countRecords(findCollection(collections, collection)),
			),
		read: (session) =>
			use(session, ({ collections }) => mapValues(collections, asSequence)),
	};
}

/** Creates a store. @param createStates creates the states of a driver */
export function createStoreOf(
	createStates: (options: StoreOptions) => States,
	given: StoreOptions,
): Store {
	const options = { ...given };
	const states = createStates(options);
	const { use: _, changeHead: __, ...methods } = states;
	return {
		...methods,
		...createWriting(states, options),
		...createReading(states, options),
		follow({ facets, idProperties, buckets }) {
			// Requests in progress may still search a removed collection.
			options.facets = { ...options.facets, ...facets };
			options.idProperties = idProperties;
			if (`${buckets}` !== `${options.buckets}`) options.buckets = buckets;
		},
		createEmpty: () => createStore(options),
	};
}

/** Creates a store. It reads from memory, and stores its states in `backing`. */
export const createStore = (
	given: StoreOptions,
	backing: Backing = createMemoryBacking(),
): Store =>
	createStoreOf((options) => createBackedStates(options, backing), given);
