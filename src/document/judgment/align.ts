import { isObject, type Values } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import {
	type AlignContext,
	type Alignment,
	type Comparison,
	type Deviation,
	enter,
} from "./comparison.ts";
import { findEnvelope } from "./find-envelope.ts";
import { listMistaken } from "./find-meaning.ts";
import { findKnown, findSources } from "./find-sources.ts";
import { countPairs } from "./missing-properties.ts";
import {
	convertValue,
	describeExpected,
	describeKind,
	describeObject,
	findListProperty,
	hasType,
	isDistinctive,
	isLeaf,
	isMeant,
	isValid,
} from "./shape-values.ts";

const MAX_EFFORT = 100_000;

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
	const at = `${comparison.at}[*]`;
	const inner = { ...comparison, where: `${where}[*]`, at, example };
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
	return isMeant(schema, value) ? 0.6 : 0;
}

/** Compares the properties of an object with the documented ones. */
function alignObject(
	schema: Shape,
	values: Values,
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
		const at = `${comparison.at}.${envelope}`;
		return alignValue(schema, values[envelope], { ...comparison, at });
	}
	const mistaken = isSearched ? listMistaken(search) : [];
	const isOfText = (name: string): boolean =>
		typeof values[name] === "string" && values[name] !== "";
	const keyOf = (name: string): string => `${where}.${name}`;
	// Another item of the same list has the property under its own name.
	const isLacking = (name: string): boolean =>
		effort.names.get(keyOf(name)) !== name;
	const sources = isSearched
		? findSources({
				...search,
				missing: [...missing.filter(isLacking), ...mistaken],
				unknown: [...unknown, ...mistaken.filter(isOfText)],
			})
		: findKnown(search, (name) => effort.names.get(keyOf(name)));
	for (const name of required)
		if (!missing.includes(name) && !mistaken.includes(name))
			effort.names.set(keyOf(name), name);
	for (const [name, { actual, change }] of sources)
		if (change.kind === "rename") effort.names.set(keyOf(name), actual);
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
		const source = sources.get(name);
		const at = `${comparison.at}.${source?.actual ?? name}`;
		const inner = { ...enter(comparison, name), at, sent: {} };
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
