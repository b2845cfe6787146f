import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import type { Violation } from "../validate-request.ts";
import { compareNames, MIN_SCORE } from "./compare-names.ts";
import { findEnvelope } from "./find-envelope.ts";
import { listMistaken } from "./find-meaning.ts";
import { findSources } from "./find-sources.ts";
import type { FormChange } from "./form-change.ts";
import type { Hints } from "./missing-properties.ts";
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
	/** Names only the kind of an unexpected value, so that every response describes the same difference in the same words. */
	readonly actual: string;
	readonly change?: FormChange;
	/** Why the service should have rejected the request. */
	readonly violation?: Violation | undefined;
	/** The unexpected value. */
	readonly seen?: string;
	/** Whether the value was found elsewhere, so that it can still be compared. */
	readonly isFound?: true;
	/** Whether a single value deviates, and not an object or an array. */
	readonly isLeaf?: true;
	/** The part of the request that the service should have rejected, with which the reason in `expected` begins. */
	readonly about?: string;
	/** The paths of the properties that are missing for the same reason. */
	readonly implies?: readonly string[];
}

/** A value, compared with its schema. */
interface Alignment {
	readonly deviations: readonly Deviation[];
	/** The paths of properties that the document does not know. */
	readonly additional: readonly string[];
	/** The value in the documented form, as far as it could be found. */
	readonly value: unknown;
}

/** What an alignment knows besides schema and value. */
interface AlignContext extends Hints {
	readonly where: string;
	/** The comparison of an array ends after this many deviating items. */
	readonly maxDeviations: number;
	/** Receives each value that stands at a documented place. */
	readonly visit?: Visit | undefined;
}

/** Receives a value, and the documented path of its place, or the path of a property that the document does not know. */
export type Visit = (
	where: string,
	value: unknown,
	isAdditional?: boolean,
) => void;

/** Collects the results of comparing a value and its inner values. */
interface Comparison extends AlignContext {
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

/** How well a value fits a property, from 0 to 1. */
function scoreFit(
	schema: Shape,
	value: unknown,
	context: AlignContext,
): number {
	const aligned = align(schema, value, { ...context, visit: undefined });
	if (aligned.deviations.length === 0) return isDistinctive(schema) ? 1 : 0.3;
	// A time as a number, or a list of records with other properties, still has the right meaning.
	if (isLeaf(schema))
		return aligned.value !== value && schema.format === "date-time" ? 0.6 : 0;
	const { properties = {}, required = Object.keys(properties) } = schema;
	const isMeant = Array.isArray(value)
		? hasType(schema, "array")
		: isObject(value) &&
			!hasType(schema, "array") &&
			required.every((name) =>
				Object.keys(value).some(
					(each) => compareNames(each, name) >= MIN_SCORE,
				),
			);
	return isMeant ? 0.6 : 0;
}

/** Compares the properties of an object with the documented ones. */
function alignObject(
	schema: Shape,
	values: Readonly<Record<string, unknown>>,
	comparison: Comparison,
): unknown {
	const { properties = {}, required = [] } = schema;
	const { where, deviations, additional } = comparison;
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
	const envelope = findEnvelope(search);
	if (envelope !== undefined) {
		const actual = `wrapped in ${envelope}`;
		const change = { kind: "wrap", to: envelope } as const;
		deviations.push({ where, expected, actual, change, isFound: true });
		return alignValue(schema, values[envelope], comparison);
	}
	const mistaken = listMistaken(search);
	const isOfText = (name: string): boolean =>
		typeof values[name] === "string" && values[name] !== "";
	const sources = findSources({
		...search,
		missing: [...missing, ...mistaken],
		unknown: [...unknown, ...mistaken.filter(isOfText)],
	});
	const isOther = missing.length > 1 && missing.length === required.length;
	const isError = (comparison.status ?? 0) >= 400;
	const isPartly = isError && sources.size < missing.length;
	if (isOther && (sources.size === 0 || isPartly)) {
		const actual = `an object with ${unknown.join(", ") || "no properties"}`;
		const change = { kind: "other object" } as const;
		deviations.push({ where, expected, actual, change });
		if (sources.size === 0) return values;
	}
	const value: Record<string, unknown> = {};
	for (const [name, property] of Object.entries(properties)) {
		const inner = { ...enter(comparison, name), sent: {} };
		const source = sources.get(name);
		if (missing.includes(name) || (source && mistaken.includes(name)))
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

/** Wraps an array in the documented object, if the service sent the array without that object. */
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

/** Counts a property that was found elsewhere less than a missing one. */
const countDeviations = ({ deviations }: Alignment): number =>
	deviations.length - deviations.filter(({ isFound }) => isFound).length / 2;

/** Returns the value in the documented form. */
function alignValue(
	schema: Shape,
	value: unknown,
	comparison: Comparison,
): unknown {
	const { where, example, deviations, additional } = comparison;
	if (schema.anyOf) {
		const [best] = schema.anyOf
			.map((each) => {
				const inner = { ...comparison, visit: undefined };
				return { ...align(each, value, inner), each };
			})
			.sort((a, b) => countDeviations(a) - countDeviations(b));
		if (!best) return value;
		if (comparison.visit) align(best.each, value, comparison);
		deviations.push(...best.deviations);
		additional.push(...best.additional);
		return best.value;
	}
	comparison.visit?.(where, value);
	const expected = describeExpected(schema, example);
	if (hasType(schema, "array")) {
		if (Array.isArray(value)) return alignItems(schema, value, comparison);
		const lists = Object.entries(isObject(value) ? value : {}).filter(
			([, each]) => Array.isArray(each),
		);
		const [[name, list] = []] = lists;
		if (lists.length === 1) {
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
	const actual = describeKind(schema, value);
	const seen = typeof value === "object" ? actual : JSON.stringify(value);
	deviations.push({
		...{ where, expected, actual, change: { kind: "value" } },
		...(seen !== actual && { seen }),
		...(isLeaf(schema) && { isLeaf: true }),
	});
	return convertValue(schema, value);
}

/** Compares a value with its schema: finds renamed, wrapped, flattened and moved properties, and other kinds of values. */
export function align(
	schema: Shape,
	value: unknown,
	context: AlignContext,
): Alignment {
	const deviations: Deviation[] = [];
	const additional: string[] = [];
	const comparison = { ...context, deviations, additional };
	return {
		value: alignValue(schema, value, comparison),
		deviations,
		additional,
	};
}
