import { readSource, type Source } from "../document/compose.ts";
import type { Field } from "../document/field.ts";
import { DocumentError } from "../document/node.ts";
import type {
	OperationDefinition,
	OperationInput,
	Service,
} from "../engine/model/service.ts";
import { cacheJsonText } from "../engine/response/response.ts";
import type { StoredRecord } from "../store/store.ts";
import { isObject, type Values } from "../values/json.ts";
import {
	AbortedWrite,
	type Collection,
	composeShown,
	findCollections,
	findRecord,
	givenId,
	type RecordParts,
} from "./collections.ts";
import {
	type CreateAudit,
	createAuditing,
	type Write,
} from "./create-auditing.ts";
import type { Repair } from "./create-repair.ts";
import { createMetrics, findBounds, readFamilies } from "./metrics.ts";
import {
	isPage,
	type OperationPlan,
	type Selection,
} from "./operation-plan.ts";
import { createPage, type PageBehaviors } from "./pages.ts";
import { createReader, createReply } from "./replies.ts";

type Handle = OperationDefinition["handle"];

/** Creates the records of one accepted request. */
export interface Writer {
	/** The body of the request; undefined if there is none. */
	readonly request: Field | undefined;
	readonly record: Field;
	/** The names of the collections that receive a record. */
	readonly adds: readonly string[];
	create(
		write: Write,
		request: Pick<OperationInput, "query" | "body"> &
			Partial<Pick<OperationInput, "path">>,
	): StoredRecord;
	/** The property of the request that contains the id of the new record, if a client may choose the id. */
	readonly idProperty: string | undefined;
	/** The path parameters that name parents of the record. */
	readonly parents: readonly Selection[];
	/** Returns the records to add by collection: the given record and, if there is an audit trail, its audit record. */
	readonly addAudit: CreateAudit;
}

export function createWriter(
	plan: OperationPlan,
	collection: Collection,
	trail: Collection | undefined,
): Writer {
	const { name, record, create, idProperty, takesIds, firstId } = collection;
	const createAudit = createAuditing(plan, collection, trail);
	const read = createReader(plan);
	const parents = (plan.selects ?? []).filter((each) => each.in === "path");
	return {
		...{ request: plan.request, record, parents },
		idProperty: takesIds ? idProperty : undefined,
		adds:
			trail && "x-audit" in plan.operation.node ? [name, trail.name] : [name],
		addAudit: (write, stored) => {
			const added = createAudit(write, stored);
			return { [name]: stored, ...added };
		},
		create({ context, countCreated }, input) {
			const source = read(input);
			const { named: own, roles } = source;
			const id = takesIds
				? (own[idProperty] ?? roles.id ?? undefined)
				: undefined;
			const making = { context, created: countCreated(name, firstId), id };
			if (parents.length === 0) return create(making, source);
			const named = { ...source.named };
			for (const { property, name: parameter } of parents)
				named[property] = input.path?.[parameter];
			return create(making, { ...source, named });
		},
	};
}

/** Creates a record and its audit record in one atomic step, and responds with the record. */
function createCreate(
	plan: OperationPlan,
	collection: Collection,
	{ create, addAudit }: Writer,
	showPart: Show | undefined,
	loadRepair: LoadRepair | undefined,
): Handle {
	const record = findRecord(plan);
	const { body: whole } = plan;
	const { name, idOf } = collection;
	const reply = createReply(plan);
	return async (input) => {
		const repair = loadRepair && (await loadRepair());
		const isGiven = givenId(collection, input.body) !== undefined;
		const stored = await input.state.append((context, countCreated, has) => {
			const write = { context, countCreated };
			const made = create(write, input);
			const result = repair?.(made, input.body) ?? made;
			if (isGiven && has(name, idOf(result))) throw new AbortedWrite();
			return { add: addAudit(write, result), result };
		});
		const show = (): Source => readSource(collection.record, stored);
		if (!whole || !record) return reply("", show);
		const shown = showPart ? showPart(stored) : stored;
		return reply(composeShown(whole, record, shown, show), show);
	};
}

/**
 * Responds with the example of the document.
 * @param readExample returns the example; defaults to the example of the plan
 */
function createExample(
	plan: OperationPlan,
	readExample?: Service["readExample"],
): Handle {
	const share = (example: unknown): unknown =>
		isObject(example) ? cacheJsonText(example) : example;
	let body = share(plan.example);
	const reply = createReply(plan);
	return async () => {
		if (body === undefined && readExample)
			body = share(await readExample(plan.operation.id, plan.success));
		return reply(body, () => ({ roles: {}, named: {} }));
	};
}

/** The behavior of all operations of a service, and the information about its records that the store needs. */
export interface Behaviors
	extends Pick<
		Service,
		"createRecord" | "facets" | "idProperties" | "durationBuckets"
	> {
	readonly collections: ReadonlyMap<string, Collection>;
	/** The handler of each operation. */
	readonly handles: Readonly<Record<string, Handle>>;
	/** By operation; only operations that create records have one. */
	readonly writers: Readonly<Record<string, Writer>>;
}

type Show = (stored: StoredRecord) => unknown;

/** Loads the function that makes the records of requests valid. */
export type LoadRepair = () => Promise<Repair>;

/** The behaviors that only documents of users need. The document of the package does not load them. */
export interface ItemBehaviors extends PageBehaviors {
	/** Returns the example of a response. Only plans from the build contain their example. */
	readonly readExample: Service["readExample"];
	describeRecord(shown: Field, plans: readonly OperationPlan[]): RecordParts;
	/** Creates a function that returns the shown part of a record; undefined if responses show all of it. */
	createPart(plan: OperationPlan, collection: Collection): Show | undefined;
	/** Returns the loader of the repair function; undefined if roles determine how a request becomes a record. */
	repairs(plan: OperationPlan, collection: Collection): LoadRepair | undefined;
	/** Creates a handle that reads, replaces, updates or removes one record. */
	createItem(
		plan: OperationPlan,
		collection: Collection,
		readExample: Service["readExample"],
		createAudit: CreateAudit,
		loadRepair: LoadRepair | undefined,
	): Handle;
	/** Adds the checks of parents and ids to an operation whose path or request names records. */
	withParents(
		plan: OperationPlan,
		collection: Collection,
		handle: Handle,
	): Handle;
}

/**
 * Creates the behaviors of all operations. They find properties by role.
 * @param metricFamilies by key, as in `x-metrics`
 * @param items the behaviors of single records; the document of the package has none
 * @throws DocumentError that names the operation and the remedy
 */
export function createBehaviors(
	plans: readonly OperationPlan[],
	metricFamilies: Values,
	items?: ItemBehaviors,
): Behaviors {
	const collections = findCollections(plans, items?.describeRecord);
	const all = [...collections.values()];
	const trail = all.find(({ isTrail }) => isTrail);
	const families = readFamilies(metricFamilies);
	// An operation may have the name `constructor`, which every object has as a property.
	const writers: Record<string, Writer> = Object.create(null);
	function createHandle(plan: OperationPlan): Handle {
		const { behavior, resource, operation } = plan;
		if (behavior === "metrics")
			return createMetrics(plan, families, [...collections.keys()], plans);
		if (behavior === "example") return createExample(plan, items?.readExample);
		const collection = collections.get(resource);
		if (!collection)
			throw new DocumentError(
				`${operation.id} has the behavior ${behavior}, but its response has no role id. Add x-role: <any>.id to the property that identifies a record`,
				`${operation.pointer}/responses/${plan.success}`,
			);
		const part = items?.createPart(plan, collection);
		const loadRepair = items?.repairs(plan, collection);
		const complete = (handle: Handle): Handle =>
			items ? items.withParents(plan, collection, handle) : handle;
		if (behavior === "create") {
			const writer = createWriter(plan, collection, trail);
			writers[operation.id] = writer;
			return complete(createCreate(plan, collection, writer, part, loadRepair));
		}
		return items && !isPage(plan)
			? items.createItem(
					plan,
					collection,
					items.readExample,
					createAuditing(plan, collection, trail),
					loadRepair,
				)
			: complete(createPage(plan, collection, part, items));
	}
	const byName = <Value>(of: (each: Collection) => Value) =>
		Object.fromEntries(all.map((each) => [each.name, of(each)]));
	const listed = plans.flatMap((plan) =>
		plan.behavior === "list" ? (collections.get(plan.resource) ?? []) : [],
	);
	return {
		collections,
		writers,
		handles: Object.fromEntries(
			plans.map((plan) => [plan.operation.id, createHandle(plan)]),
		),
		createRecord: Object.fromEntries(
			listed.map(({ name, completeRecord, firstId }) => [
				name,
				(context, values, countCreated) =>
					completeRecord(
						{ context, created: countCreated(name, firstId) },
						values,
					),
			]),
		),
		facets: byName(({ facetsOf }) => facetsOf),
		idProperties: byName(({ idProperty }) => idProperty),
		durationBuckets: findBounds(families),
	};
}
