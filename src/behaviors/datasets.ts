import type { Faker } from "@faker-js/faker";
import { type Field, hasType, sample } from "../document/field.ts";
import type { Datasets, Validator } from "../engine/model/service.ts";
import type { Dataset, DatasetContext, IdProperties } from "../store/store.ts";
import { isObject } from "../values/json.ts";
import { loadOnce } from "../values/load-once.ts";
import type { Collection } from "./collections.ts";
import type { Writer } from "./create-behaviors.ts";
import type { HistoryEvent } from "./history.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** An operation that creates records, and the requests that it accepts. */
export interface Creation {
	readonly writer: Writer;
	readonly validate: Validator | undefined;
	/** A body that the document gives. */
	readonly example: unknown;
}

const loadHistory = loadOnce(() => import("./history.ts"));

/** What texts are about, by the name of their property. */
const TEXTS: readonly (readonly [RegExp, (faker: Faker) => string])[] = [
	[/e-?mail|owner|user/i, (faker) => faker.internet.exampleEmail()],
	[/url|uri|link|href/i, (faker) => faker.internet.url()],
	[/name|title|label/i, (faker) => faker.commerce.productName()],
	[/description|comment|note|text/i, (faker) => faker.lorem.sentence()],
	[/city/i, (faker) => faker.location.city()],
	[/country/i, (faker) => faker.location.country()],
	[/phone/i, (faker) => faker.phone.number()],
];

function buildText(field: Field, name: string, faker: Faker): unknown {
	const { maxLength, format, pattern } = field.schema;
	const isFree = format === undefined && pattern === undefined;
	if (!isFree) return sample(field);
	const [, build] = TEXTS.find(([about]) => about.test(name)) ?? [];
	const text = build?.(faker) ?? faker.lorem.words(2).replace(" ", "-");
	return text.slice(0, Number(maxLength ?? text.length));
}

/** Builds a plausible value. */
function buildValue(field: Field, name: string, faker: Faker): unknown {
	const { schema, properties, required, items } = field;
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum))
		return faker.helpers.arrayElement(schema.enum);
	if (hasType(field, "boolean")) return faker.datatype.boolean();
	if (field.isNumeric) {
		const min = Number(schema.minimum ?? 0);
		return faker.number.int({ min, max: Number(schema.maximum ?? min + 100) });
	}
	if (hasType(field, "array")) {
		const min = Number(schema.minItems ?? 1);
		const max = Math.min(Number(schema.maxItems ?? min + 2), min + 2);
		return Array.from({ length: faker.number.int({ min, max }) }, () =>
			items ? buildValue(items, name, faker) : null,
		);
	}
	if (hasType(field, "string")) return buildText(field, name, faker);
	if (properties.length === 0) return sample(field);
	return Object.fromEntries(
		properties.flatMap(([key, each]) =>
			required.includes(key) ? [[key, buildValue(each, key, faker)]] : [],
		),
	);
}

/** Builds a body that the operation accepts. */
function buildBody(
	{ writer: { request }, validate, example }: Creation,
	faker: Faker,
): unknown {
	if (!request) return undefined;
	const built = buildValue(request, "", faker);
	return !validate || validate(built) ? built : example;
}

/**
 * Creates what adds samples to a collection that no operation adds records to.
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
		...{ request: record, adds: [name], idProperty },
		parents: [...parents.values()],
		create({ context, countCreated }, { body, path }) {
			const { [idProperty]: _, ...values } = { ...Object(body) };
			for (const [property, { name: parameter }] of parents)
				values[property] = String(path?.[parameter]);
			return completeRecord({ context, created: countCreated(name) }, values);
		},
		addAudit: (_write, stored) => ({ [name]: stored }),
	};
}

/** Returns the event of a request that the operation accepts. */
const createEvent = (creation: Creation): HistoryEvent => ({
	adds: creation.writer.adds,
	build(event) {
		const { create, addAudit, idProperty, parents } = creation.writer;
		const built = buildBody(creation, event.faker);
		const body =
			isObject(built) && idProperty !== undefined
				? { ...built, [idProperty]: undefined }
				: built;
		const path = Object.fromEntries(
			parents.map(({ name, parent }) => [name, event.pickId(parent)]),
		);
		return addAudit(event, create(event, { path, query: {}, body }));
	},
});

/**
 * Creates the datasets that a mock of any document has: the records that requests to all operations that create some
 * would leave behind, in turn. Faker loads on first use of one with records.
 */
export function createDocumentDatasets(
	creations: readonly Creation[],
	names: readonly string[],
	idProperties: IdProperties = {},
): Datasets {
	const cycle = creations.map(createEvent);
	const fromHistory =
		(cycles: number, days: number) =>
		async (context: DatasetContext): Promise<Dataset> =>
			(await loadHistory()).createHistory(
				{ cycle, cycles, days, idProperties },
				names,
				context,
			);
	return {
		empty: async () => Object.fromEntries(names.map((name) => [name, []])),
		default: fromHistory(20, 5),
		large: fromHistory(10_000, 60),
	};
}
