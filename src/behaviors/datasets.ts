import type { Faker } from "@faker-js/faker";
import { type Field, hasType, readSource, sample } from "../document/field.ts";
import type { Datasets, Validator } from "../engine/model/service.ts";
import type { Dataset, DatasetContext, StoredRecord } from "../store/store.ts";
import {
	createWriteContext,
	createWriteContextState,
} from "../store/write-context.ts";
import { loadOnce } from "../values/load-once.ts";
import type { Write } from "./create-operations.ts";

/** An operation that creates records, and the requests that it accepts. */
export interface Creation {
	readonly write: Write;
	/** Undefined if it takes no body. */
	readonly request: Field | undefined;
	readonly validate: Validator | undefined;
	/** A body that the document gives. */
	readonly example: unknown;
}

const DAY_MS = 86_400_000;

const loadFaker = loadOnce(() => import("@faker-js/faker/locale/en"));

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
	if (hasType(field, "integer", "number")) {
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
	{ request, validate, example }: Creation,
	faker: Faker,
): unknown {
	if (!request) return undefined;
	const built = buildValue(request, "", faker);
	return !validate || validate(built) ? built : example;
}

/**
 * Creates the records that requests to all operations that create some would leave behind, in turn.
 * @param rounds how often each operation is called
 * @param days the time span, which ends now
 */
async function createHistory(
	creations: readonly Creation[],
	names: readonly string[],
	{ seed, now }: DatasetContext,
	rounds: number,
	days: number,
): Promise<Dataset> {
	const { faker: english } = await loadFaker();
	const collections: Record<string, StoredRecord[]> = Object.fromEntries(
		names.map((name) => [name, []]),
	);
	const count = rounds * creations.length;
	const step = (days * DAY_MS) / Math.max(count, 1);
	const start = now - days * DAY_MS;
	let state = createWriteContextState(seed, start);
	let fraction = (): number => 0;
	// As in `fixtures`: the shared instance must not be reseeded, and the class would load all locales.
	const FakerWithOneLocale = english.constructor as new (options: {
		locale: typeof english.rawDefinitions;
		randomizer: { next(): number; seed(): void };
	}) => Faker;
	const faker = new FakerWithOneLocale({
		locale: english.rawDefinitions,
		randomizer: { next: () => fraction(), seed() {} },
	});
	const countCreated = (name: string): number => collections[name]?.length ?? 0;
	for (let index = 0; index < count; index++) {
		const creation = creations[index % creations.length];
		if (!creation) continue;
		const time = Math.floor(start + (index + 1) * step);
		const { context, after } = createWriteContext({ ...state, time }, time);
		fraction = context.fraction;
		const body = buildBody(creation, faker);
		const source = creation.request
			? readSource(creation.request, body)
			: { roles: {}, named: {} };
		const { add } = creation.write(context, countCreated, source);
		for (const [name, record] of Object.entries(add))
			collections[name]?.push(record);
		state = after();
	}
	return collections;
}

/** Creates the datasets that a mock of any document has. Faker loads on first use of one with records. */
export function createDocumentDatasets(
	creations: readonly Creation[],
	names: readonly string[],
): Datasets {
	const fromHistory =
		(rounds: number, days: number) =>
		(context: DatasetContext): Promise<Dataset> =>
			createHistory(creations, names, context, rounds, days);
	return {
		empty: async () => Object.fromEntries(names.map((name) => [name, []])),
		default: fromHistory(20, 5),
		large: fromHistory(10_000, 60),
	};
}
