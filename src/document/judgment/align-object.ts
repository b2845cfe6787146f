import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import type { Align, AlignContext, Alignment, Deviation } from "./alignment.ts";
import { findFlattened, findMoved, type Source } from "./find-source.ts";
import { compareNames, MIN_SCORE } from "./match-names.ts";
import { hasType, isDistinctive, isLeaf, isValid } from "./shape-values.ts";

type Properties = Readonly<Record<string, Shape>>;
type Values = Readonly<Record<string, unknown>>;

function isSame(one: unknown, other: unknown): boolean {
	try {
		return isDeepStrictEqual(one, other);
	} catch (error) {
		// Both are nested too deeply to be compared.
		if (error instanceof RangeError) return false;
		throw error;
	}
}

/** Whether both are sentences, or both are single words. */
const isLikeText = (example: unknown, value: unknown): boolean =>
	typeof example === "string" &&
	typeof value === "string" &&
	value !== "" &&
	/\s/.test(example) === /\s/.test(value);

/** Assigns documented names that are missing to unknown names whose values fit, the best pairs first. */
function findRenamed(
	missing: readonly string[],
	properties: Properties,
	values: Values,
	unknown: readonly string[],
	context: AlignContext,
	align: Align,
): ReadonlyMap<string, string> {
	const fits = (name: string, other: string): number => {
		const schema = properties[name] ?? {};
		const { deviations, value } = align(schema, values[other], context);
		if (deviations.length === 0) return isDistinctive(schema) ? 1 : 0.3;
		const container = hasType(schema, "array") || hasType(schema, "object");
		// A time as a number, or a list of records with other properties, is still what was meant.
		const isMeant = container
			? Array.isArray(values[other]) === hasType(schema, "array") &&
				typeof values[other] === "object"
			: value !== values[other] && schema.format === "date-time";
		return isMeant ? 0.6 : 0;
	};
	const pairs = missing
		.flatMap((name) =>
			unknown.map((other) => {
				const isKnown = context.renamed.get(name) === other;
				const isEcho =
					Object.hasOwn(context.sent, name) &&
					isSame(context.sent[name], values[other]);
				const similarity = compareNames(name, other);
				const fit = fits(name, other);
				const score =
					isKnown || isEcho || similarity === 1
						? 2 + similarity
						: fit === 0 && similarity < 0.75
							? 0
							: fit + similarity / 2;
				return { name, other, score };
			}),
		)
		.filter(({ score }) => score > MIN_SCORE)
		.sort((a, b) => b.score - a.score);
	const renamed = new Map<string, string>();
	for (const { name, other, score } of pairs) {
		if (renamed.has(name) || [...renamed.values()].includes(other)) continue;
		renamed.set(name, other);
		if (score >= 1) context.renamed.set(name, other);
	}
	if (missing.length !== unknown.length) return renamed;
	const isOpen = (name: string): boolean => !renamed.has(name);
	const isLeft = (other: string): boolean =>
		![...renamed.values()].includes(other);
	const examples = isObject(context.example) ? context.example : {};
	for (const other of unknown.filter(isLeft)) {
		const [name, ...more] = missing.filter(
			(each) => isOpen(each) && isLikeText(examples[each], values[other]),
		);
		if (name !== undefined && more.length === 0) renamed.set(name, other);
	}
	// Without another candidate, any value of the right type is meant.
	const [name, ...names] = missing.filter(isOpen);
	const [other, ...others] = unknown.filter(isLeft);
	const isOnly = names.length + others.length === 0;
	if (name !== undefined && other !== undefined && isOnly)
		if (fits(name, other) > 0) renamed.set(name, other);
	return renamed;
}

/** Returns the alignment of an object in one unknown property that has the documented properties: `{"data": {…}}`. */
function alignEnvelope(
	schema: Shape,
	values: Values,
	unknown: readonly string[],
	context: AlignContext,
	align: Align,
): Alignment | undefined {
	const { properties = {}, required = [] } = schema;
	const isList = (each: string): boolean =>
		hasType(properties[each] ?? {}, "array");
	for (const name of unknown) {
		const inner = values[name];
		if (!isObject(inner)) continue;
		const present = required.filter(
			(each) =>
				Object.hasOwn(inner, each) ||
				Object.hasOwn(inner, context.renamed.get(each) ?? each),
		);
		if (present.length * 2 < required.length) continue;
		// `{"data": […], "paging": {…}}`, or a property that is in its place: the object wraps only a part.
		const isPart = required.some(
			(each) =>
				!present.includes(each) &&
				(Object.hasOwn(values, each)
					? isValid(properties[each] ?? {}, values[each])
					: isList(each) &&
						unknown.some((other) => Array.isArray(values[other]))),
		);
		if (isPart) continue;
		const aligned = align(schema, inner, context);
		return {
			...aligned,
			deviations: [
				{
					where: context.where,
					expected: `an object with ${required.join(", ")}`,
					actual: `wrapped in ${name}`,
					isFound: true,
				},
				...aligned.deviations,
			],
		};
	}
	return undefined;
}

/** Finds where the values of missing properties are: flattened, under another name, or in another object. */
function findSources(
	properties: Properties,
	missing: readonly string[],
	values: Values,
	unknown: readonly string[],
	context: AlignContext,
	align: Align,
): ReadonlyMap<string, Source> {
	const sources = new Map<string, Source>();
	const isOpen = (name: string): boolean => !sources.has(name);
	const isLeft = (name: string): boolean =>
		![...sources.values()].some(({ names }) => names.includes(name));
	for (const name of missing) {
		const property = properties[name] ?? {};
		const source = findFlattened(name, property, values, unknown);
		if (source) sources.set(name, source);
	}
	const renamed = findRenamed(
		missing.filter(isOpen),
		properties,
		values,
		unknown.filter(isLeft),
		context,
		align,
	);
	for (const [name, other] of renamed)
		sources.set(name, { value: values[other], actual: other, names: [other] });
	const left = unknown.filter(isLeft);
	for (const name of missing.filter(isOpen)) {
		const source = findMoved(name, properties[name] ?? {}, values, left);
		const isTaken = [...sources.values()].some(
			({ actual }) => actual === source?.actual,
		);
		if (source && !isTaken) sources.set(name, source);
	}
	return sources;
}

/** Describes a missing property, or where its value was found instead. */
const describeMissing = (
	where: string,
	name: string,
	property: Shape,
	source: Source | undefined,
): Deviation =>
	source
		? { where, expected: name, actual: source.actual, isFound: true }
		: {
				...{ where, expected: name, actual: "missing" },
				...(isLeaf(property) && { isLeaf: true }),
			};

/** Compares the properties of an object with the documented ones. */
export function alignObject(
	schema: Shape & { readonly properties: Properties },
	values: Values,
	context: AlignContext,
	align: Align,
): Alignment {
	const { properties, required = [] } = schema;
	const { where, example } = context;
	const unknown = Object.keys(values).filter(
		(name) => !Object.hasOwn(properties, name),
	);
	const missing = required.filter((name) => !Object.hasOwn(values, name));
	if (missing.length > 0 && missing.length * 2 >= required.length) {
		const envelope = alignEnvelope(schema, values, unknown, context, align);
		if (envelope) return envelope;
	}
	const sources = findSources(
		properties,
		missing,
		values,
		unknown,
		context,
		align,
	);
	const isOther = missing.length > 1 && missing.length === required.length;
	if (isOther && sources.size === 0) {
		const expected = `an object with ${required.join(", ")}`;
		const actual = `an object with ${unknown.join(", ") || "no properties"}`;
		return {
			deviations: [{ where, expected, actual }],
			additional: [],
			value: values,
		};
	}

	const deviations: Deviation[] = [];
	const additional: string[] = [];
	const value: Record<string, unknown> = {};
	for (const [name, property] of Object.entries(properties)) {
		const path = `${where}.${name}`;
		const source = sources.get(name);
		if (missing.includes(name))
			deviations.push(describeMissing(path, name, property, source));
		if (!source && !Object.hasOwn(values, name)) continue;
		const inner = align(property, source ? source.value : values[name], {
			...context,
			where: path,
			example: isObject(example) ? example[name] : undefined,
			sent: {},
		});
		deviations.push(...inner.deviations);
		additional.push(...inner.additional);
		value[name] = inner.value;
	}
	const used = [...sources.values()].flatMap(({ names }) => names);
	const left = unknown.filter((name) => !used.includes(name));
	if (!("additionalProperties" in schema))
		additional.push(...left.map((name) => `${where}.${name}`));
	for (const name of left) value[name] = values[name];
	return { deviations, additional, value };
}
