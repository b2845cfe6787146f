import type { Faker } from "@faker-js/faker";
import { adapt } from "../document/compose.ts";
import { isForbidden, isFreeText } from "../document/field.ts";
import type { Datasets } from "../engine/model/service.ts";
import type { Sampler } from "../sampling/create-sampler.ts";
import type { Dataset, DatasetContext, IdProperties } from "../store/store.ts";
import { isObject } from "../values/json.ts";
import { loadOnce } from "../values/load-once.ts";
import type { Collection } from "./collections.ts";
import type { LoadRepair, Writer } from "./create-behaviors.ts";
import type { Links } from "./find-links.ts";
import type { HistoryEvent } from "./history.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** An operation that creates records, and the requests that it accepts. */
export interface Creation {
	readonly writer: Writer;
	/** An example of the body in the document. */
	readonly example: unknown;
	/** Values that the new records must have, by property. */
	readonly asked: Collection["asked"];
	/** Finds the properties that name records of other collections. */
	readonly findLinks: () => Links;
	/** Loads the sampler, which makes other bodies. */
	readonly loadSampler: () => Promise<Sampler>;
	readonly loadRepair: LoadRepair | undefined;
}

const loadHistory = loadOnce(() => import("./history.ts"));

/**
 * Returns a function that builds a body that the operation accepts. The body contains the required values of the
 * record, if any.
 */
function createBodyBuilder(
	{ writer: { request, record }, example }: Creation,
	{ sample }: Sampler,
): (faker: Faker) => unknown {
	if (!request) return () => undefined;
	const shown = record.properties.flatMap(([name, field]) =>
		// A request may have what only the service may change later.
		request.byName.has(name) && !isForbidden(field)
			? [[name, field.schema]]
			: [],
	);
	const properties = Object.fromEntries(shown);
	const schema = { allOf: [request.schema, { properties }] };
	return (faker) =>
		sample(schema, faker) ?? sample(request.schema, faker) ?? example;
}

/**
 * Creates the sampler of a collection to which no operation adds records.
 * @param plans the operations of the collection
 */
export function createSampler(
	{ name, record, completeRecord, idProperty }: Collection,
	plans: readonly OperationPlan[],
): Writer {
	const selects = plans.flatMap((plan) => plan.selects ?? []);
	const parents = new Map(
		selects.flatMap((each) =>
			each.in === "path" ? [[each.property, each] as const] : [],
		),
	);
	return {
		...{ request: record, record, adds: [name], idProperty },
		parents: [...parents.values()],
		create({ context, countCreated }, { body, path }) {
			const { [idProperty]: id, ...values } = { ...Object(body) };
			if (id !== undefined) values[idProperty] = id;
			for (const [property, { name: parameter }] of parents) {
				const field = record.byName.get(property);
				const value = path?.[parameter];
				values[property] = field ? adapt(field, value) : value;
			}
			return completeRecord({ context, created: countCreated(name) }, values);
		},
		addAudit: (_write, stored) => ({ [name]: stored }),
	};
}

/**
 * Turns a name into a unique id of a sample. Returns undefined if the service generates the ids, or if the form of an
 * id is restricted.
 */
function nameSample(
	{ idProperty = "id", record }: Writer,
	sampled: unknown,
	created: number,
): string | undefined {
	const field = record.byName.get(idProperty);
	if (/id$/i.test(idProperty) || !field || !isFreeText(field)) return undefined;
	// The name of a domain ends with something else.
	const [word = "sample"] =
		/[a-z]+(?=(\.[a-z]+)?$)/.exec(String(sampled).toLowerCase()) ?? [];
	const name = `${word}-${created + 1}`;
	const { minLength = 0, maxLength = Infinity } = field.schema;
	const fits =
		name.length >= Number(minLength) && name.length <= Number(maxLength);
	return fits ? name : undefined;
}

/** Returns an event that adds the records of an accepted request. */
async function createEvent(creation: Creation): Promise<HistoryEvent> {
	const sampler = await creation.loadSampler();
	const repair = await creation.loadRepair?.();
	const { writer } = creation;
	const { create, addAudit, idProperty, parents, adds } = writer;
	const [added = ""] = adds;
	const buildBody = createBodyBuilder(creation, sampler);
	const links = [...creation.findLinks()];
	return {
		adds,
		build(event) {
			const built = buildBody(event.faker);
			const linked = isObject(built)
				? links
						.filter(([property]) => Object.hasOwn(built, property))
						.map(([property, other]) => [property, event.pickId(other)])
				: [];
			const body = isObject(built)
				? {
						...{ ...built, ...Object.fromEntries(linked), ...creation.asked },
						...(idProperty !== undefined && {
							[idProperty]: nameSample(
								writer,
								built[idProperty],
								event.countCreated(added),
							),
						}),
					}
				: built;
			const path = Object.fromEntries(
				parents.flatMap(({ name, parent, isHidden }) =>
					// No operation lists these parents, so there is no id to pick.
					parent === undefined && isHidden
						? []
						: [[name, event.pickId(parent)]],
				),
			);
			const made = create(event, { path, query: {}, body });
			return addAudit(event, repair ? repair(made) : made);
		},
	};
}

/**
 * Creates the datasets for any document. They contain the records that alternating requests to all creating
 * operations would create. Faker is loaded when a dataset with records is first used.
 */
export function createDocumentDatasets(
	creations: readonly Creation[],
	names: readonly string[],
	idProperties: IdProperties = {},
): Datasets {
	const fromHistory =
		(cycles: number, days: number) =>
		async (context: DatasetContext): Promise<Dataset> => {
			const { createHistory } = await loadHistory();
			const cycle = await Promise.all(creations.map(createEvent));
			const plan = { cycle, cycles, days, idProperties };
			return createHistory(plan, names, context);
		};
	return {
		empty: async () => Object.fromEntries(names.map((name) => [name, []])),
		default: fromHistory(5, 5),
		large: fromHistory(10_000, 60),
	};
}
