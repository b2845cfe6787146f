import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import type { Violation } from "../validate-request.ts";
import { compareNames, MAX_COMPARED, MIN_SCORE } from "./compare-names.ts";
import { findEnvelope } from "./find-envelope.ts";
import { listMistaken } from "./find-meaning.ts";
import { findKnown, findSources } from "./find-sources.ts";
import type { FormChange } from "./form-change.ts";
import type { Hints, Search } from "./missing-properties.ts";
import {
	convertValue,
	describeExpected,
	describeKind,
	describeObject,
	findListProperty,
	hasType,
	isDistinctive,
	isLeaf,
	isValid,
} from "./shape-values.ts";

/** A place in a response body that deviates from the document. */
export interface Deviation {
	/** The documented path, with `[*]` for every index, such as `$.items[*].id`. */
	readonly where: string;
	readonly expected: string;
	/** Names only the kind of an unexpected value, so that all responses with the same difference have the same text. */
	readonly actual: string;
	readonly change?: FormChange;
	/** The violation because of which the service should have rejected the request. */
	readonly violation?: Violation | undefined;
	/** The unexpected value. */
	readonly seen?: string;
	/** Whether the value was found at another place, so that it can still be compared. */
	readonly isFound?: true;
	/** Whether the value at this place is neither an object nor an array. */
	readonly isLeaf?: true;
	/**
	 * The invalid part of the request, with which the reason in `expected` begins. Set if the service should have
	 * rejected it.
	 */
	readonly about?: string;
	/** The paths of the properties that are missing for the same reason. */
	readonly implies?: readonly string[];
}

/** The result of comparing a value with its schema. */
interface Alignment {
	readonly deviations: readonly Deviation[];
	/** The paths of properties that the document does not know. */
	readonly additional: readonly string[];
	/** The value in the documented form. Values that were not found are missing. */
	readonly value: unknown;
}

/** The input of an alignment besides schema and value. */
interface AlignContext extends Hints {
	readonly where: string;
	/** The number of deviating items after which the comparison of an array ends. */
	readonly maxDeviations: number;
	/** Receives each value at a documented place. */
	readonly visit?: Visit | undefined;
	/** What is left for searching; defaults to enough for a page of records that differ in everything. */
	readonly effort?: Effort;
}

/**
 * How many values and pairs of names may still be compared to find renamed and moved properties. Without a limit, each
 * level of nested properties with other names would multiply the time.
 */
interface Effort {
	left: number;
	/** The actual names that other objects have shown, by documented place. */
	readonly names: Map<string, string>;
}

const MAX_EFFORT = 100_000;

/**
 * Receives a value with the documented path of its place. For a property that the document does not know, receives
 * the path of that property.
 */
export type Visit = (
	where: string,
	value: unknown,
	isAdditional?: boolean,
) => void;

/** Collects the results of comparing a value and its inner values. */
interface Comparison extends AlignContext {
	readonly effort: Effort;
	readonly deviations: Deviation[];
	readonly additional: string[];
}

/** Returns the comparison of a property. */
const enter = (outer: Comparison, name: string): Comparison => ({
	...outer,
	where: `${outer.where}.${name}`,
	example: isObject(outer.example) ? outer.example[name] : undefined,
});

function alignItems(
	schema: Shape,
	items: readonly unknown[],
	comparison: Comparison,
): unknown[] {
	const { where, deviations, maxDeviations } = comparison;
	const { minItems = 0, maxItems = Infinity } = schema;
	if (items.length < minItems || items.length > maxItems)
		deviations.push({
			where,
			expected: `${minItems} to ${maxItems === Infinity ? "any number of" : maxItems} items`,
			actual: `${items.length} items`,
			change: { kind: "count" },
		});
	const [example] = Array.isArray(comparison.example) ? comparison.example : [];
	const { prefixItems = [], items: others = {} } = schema;
	const inner = { ...comparison, where: `${where}[*]`, example };
	const end = deviations.length + maxDeviations;
	const aligned: unknown[] = [];
	for (const [index, item] of items.entries()) {
		if (deviations.length >= end) break;
		aligned.push(alignValue(prefixItems[index] ?? others, item, inner));
	}
	return aligned;
}

/** Returns how well a value fits a property, from 0 to 1. */
function scoreFit(schema: Shape, value: unknown, context: Comparison): number {
	if (context.effort.left <= 0) return 0;
	const aligned = align(schema, value, {
		...context,
		...{ where: "", visit: undefined },
	});
	if (aligned.deviations.length === 0) return isDistinctive(schema) ? 1 : 0.3;
	// A time as a number still has the right meaning, and so does a list of records with other properties.
	if (isLeaf(schema))
		return aligned.value !== value && schema.format === "date-time" ? 0.6 : 0;
	const { properties = {}, required = Object.keys(properties) } = schema;
	const isMeant = Array.isArray(value)
		? hasType(schema, "array")
		: isObject(value) &&
			!hasType(schema, "array") &&
			required.every((name) =>
				Object.keys(value)
					.slice(0, MAX_COMPARED)
					.some((each) => compareNames(each, name) >= MIN_SCORE),
			);
	return isMeant ? 0.6 : 0;
}

/** Returns how many pairs of names a search compares. A missing property may also be in an object beside it. */
function countPairs({ values, unknown, missing }: Search): number {
	if (missing.length === 0) return 0;
	const others = unknown.slice(0, MAX_COMPARED);
	const inner = others
		.map((name) => values[name])
		.flatMap((each) => (isObject(each) ? Object.keys(each) : []));
	return (
		Math.min(missing.length, MAX_COMPARED) * (others.length + inner.length)
	);
}

/** Compares the properties of an object with the documented ones. */
function alignObject(
	schema: Shape,
	values: Readonly<Record<string, unknown>>,
	comparison: Comparison,
): unknown {
	const { properties = {}, required = [] } = schema;
	const { where, deviations, additional, effort } = comparison;
	const unknown = Object.keys(values).filter(
		(name) => !Object.hasOwn(properties, name),
	);
	const missing = required.filter((name) => !Object.hasOwn(values, name));
	const search = {
		...{ schema, values, unknown, missing, hints: comparison },
		fits: (name: string, other: string) =>
			scoreFit(properties[name] ?? {}, values[other], comparison),
	};
	const expected = describeObject(schema);
	effort.left -= countPairs(search);
	const isSearched = effort.left > 0;
	const envelope = isSearched ? findEnvelope(search) : undefined;
	if (envelope !== undefined) {
		const actual = `wrapped in ${envelope}`;
		const change = { kind: "wrap", to: envelope } as const;
		deviations.push({ where, expected, actual, change, isFound: true });
		return alignValue(schema, values[envelope], comparison);
	}
	const mistaken = isSearched ? listMistaken(search) : [];
	const isOfText = (name: string): boolean =>
		typeof values[name] === "string" && values[name] !== "";
	const sources = isSearched
		? findSources({
				...search,
				missing: [...missing, ...mistaken],
				unknown: [...unknown, ...mistaken.filter(isOfText)],
			})
		: findKnown(search, (name) => effort.names.get(`${where}.${name}`));
	for (const [name, { actual, change }] of sources)
		if (change.kind === "rename") effort.names.set(`${where}.${name}`, actual);
	const isOther = missing.length > 1 && missing.length === required.length;
	const isError = (comparison.status ?? 0) >= 400;
	const isPartly = isError && sources.size < missing.length;
	const isAnother = isOther && (sources.size === 0 || isPartly);
	if (isAnother) {
		const actual = `an object with ${unknown.join(", ") || "no properties"}`;
		const change = { kind: "other object" } as const;
		deviations.push({ where, expected, actual, change });
		if (sources.size === 0) return values;
	}
	const value: Record<string, unknown> = {};
	for (const [name, property] of Object.entries(properties)) {
		const inner = { ...enter(comparison, name), sent: {} };
		const source = sources.get(name);
		// Another object was told above. Where its values are says more only if it has several.
		const isTold = !isAnother || (source && unknown.length > 1);
		const isOwn = missing.includes(name) || (source && mistaken.includes(name));
		if (isTold && isOwn)
			deviations.push({
				...{ where: inner.where, expected: name },
				actual: source?.actual ?? "missing",
				change: source?.change ?? { kind: "missing" },
				...(source && { isFound: true }),
				...(!source && isLeaf(property) && { isLeaf: true }),
			});
		if (source && Object.hasOwn(values, name))
			alignValue(property, values[name], inner);
		if (source || Object.hasOwn(values, name))
			value[name] = alignValue(
				property,
				source ? source.value : values[name],
				inner,
			);
	}
	const used = [...sources.values()].flatMap(({ names }) => names);
	for (const name of unknown.filter((each) => !used.includes(each))) {
		value[name] = values[name];
		const isSent =
			Object.keys(comparison.sent).length === 0 || name in comparison.sent;
		if ("additionalProperties" in schema && isSent) continue;
		additional.push(`${where}.${name}`);
		comparison.visit?.(`${where}.${name}`, values[name], true);
	}
	return value;
}

/** Wraps an array in the documented object if the service sent the array without this object. */
function alignBareList(
	schema: Shape,
	items: readonly unknown[],
	comparison: Comparison,
): unknown {
	const { properties = {}, required = [] } = schema;
	const { where, deviations, example } = comparison;
	const list = findListProperty(schema);
	const property = list === undefined ? undefined : properties[list];
	if (list === undefined || !property) return undefined;
	deviations.push({
		where,
		expected: describeExpected(schema, example),
		actual: "an array, without an object around it",
		change: { kind: "bare list" },
		isFound: true,
		implies: required
			.filter((name) => name !== list)
			.map((name) => `${where}.${name}`),
	});
	return { [list]: alignItems(property, items, enter(comparison, list)) };
}

/** Counts the deviations. A property that was found elsewhere counts less than a missing property. */
const countDeviations = ({ deviations }: Alignment): number =>
	deviations.length - deviations.filter(({ isFound }) => isFound).length / 2;

/** Aligns the value with the alternative from which it deviates least. */
function chooseAlternative(
	alternatives: readonly Shape[],
	value: unknown,
	comparison: Comparison,
) {
	let best: (Alignment & { readonly each: Shape }) | undefined;
	for (const each of alternatives) {
		if (best && comparison.effort.left <= 0) break;
		const inner = { ...comparison, visit: undefined };
		const found = { ...align(each, value, inner), each };
		if (!best || countDeviations(found) < countDeviations(best)) best = found;
		if (found.deviations.length === 0) break;
	}
	return best;
}

/** Returns the value in the documented form. */
function alignValue(
	schema: Shape,
	value: unknown,
	comparison: Comparison,
): unknown {
	const { where, example, deviations, additional, effort } = comparison;
	effort.left -= 1;
	const inner = { ...comparison, visit: undefined };
	const other = schema.others?.find(
		(each) => align(each, value, inner).deviations.length === 0,
	);
	if (other) return alignValue(other, value, comparison);
	if (schema.anyOf) {
		const best = chooseAlternative(schema.anyOf, value, comparison);
		if (!best) return value;
		if (comparison.visit) align(best.each, value, comparison);
		deviations.push(...best.deviations);
		additional.push(...best.additional);
		return best.value;
	}
	comparison.visit?.(where, value);
	if (hasType(schema, "array")) {
		if (Array.isArray(value)) return alignItems(schema, value, comparison);
		const lists = Object.entries(isObject(value) ? value : {}).filter(
			([, each]) => Array.isArray(each),
		);
		const [[name, list] = []] = lists;
		if (lists.length === 1) {
			const expected = describeExpected(schema, example);
			const actual = `an object with the array in ${name}`;
			const change = { kind: "list", to: name ?? "" } as const;
			deviations.push({ where, expected, actual, change, isFound: true });
			return alignValue(schema, list, comparison);
		}
	}
	if (schema.properties) {
		if (isObject(value)) return alignObject(schema, value, comparison);
		const wrapped =
			Array.isArray(value) && alignBareList(schema, value, comparison);
		if (wrapped) return wrapped;
	}
	if (isValid(schema, value)) return value;
	// Only here, because the list of an enumeration may be long.
	const expected = describeExpected(schema, example);
	const actual = describeKind(schema, value);
	const seen = typeof value === "object" ? actual : JSON.stringify(value);
	deviations.push({
		...{ where, expected, actual, change: { kind: "value" } },
		...(seen !== actual && { seen }),
		...(isLeaf(schema) && { isLeaf: true }),
	});
	return convertValue(schema, value);
}

/**
 * Compares a value with its schema. Finds renamed, wrapped, flattened and moved properties, and values of another
 * kind.
 */
export function align(
	schema: Shape,
	value: unknown,
	context: AlignContext,
): Alignment {
	const deviations: Deviation[] = [];
	const additional: string[] = [];
	const { effort = { left: MAX_EFFORT, names: new Map() } } = context;
	const comparison = { ...context, effort, deviations, additional };
	return {
		value: alignValue(schema, value, comparison),
		deviations,
		additional,
	};
}
