import { isObject } from "../../values/json.ts";
import type { Shape } from "../model.ts";
import { alignObject } from "./align-object.ts";
import type { AlignContext, Alignment } from "./alignment.ts";
import {
	convertValue,
	describeKind,
	findListProperty,
	hasType,
	isLeaf,
	isValid,
} from "./shape-values.ts";

function describeExpected(schema: Shape, example: unknown): string {
	if ("const" in schema) return JSON.stringify(schema.const);
	if (hasType(schema, "object")) {
		const required = (schema.required ?? []).join(", ");
		return required ? `an object with ${required}` : "an object";
	}
	if (hasType(schema, "array")) return "an array";
	if (example !== undefined && typeof example !== "object")
		return `a value like ${JSON.stringify(example)}`;
	const types = [schema.type ?? "any"].flat();
	return `a value of type ${types.join(" or ")}`;
}

/** Returns the only property of an object that holds an array. */
function findWrappedList(
	value: Readonly<Record<string, unknown>>,
): string | undefined {
	const lists = Object.keys(value).filter((name) => Array.isArray(value[name]));
	return lists.length === 1 ? lists[0] : undefined;
}

function alignArray(
	schema: Shape,
	items: readonly unknown[],
	context: AlignContext,
): Alignment {
	const [example] = Array.isArray(context.example) ? context.example : [];
	const inner = { ...context, where: `${context.where}[*]`, example };
	const aligned: Alignment[] = [];
	let found = 0;
	for (const item of items) {
		if (found >= context.maxDeviations) break;
		const next = align(schema.items ?? {}, item, inner);
		found += next.deviations.length;
		aligned.push(next);
	}
	const { minItems = 0, maxItems = Infinity } = schema;
	const isCounted = items.length >= minItems && items.length <= maxItems;
	const expected = `${minItems} to ${maxItems === Infinity ? "any number of" : maxItems} items`;
	return {
		deviations: [
			...(isCounted
				? []
				: [
						{ where: context.where, expected, actual: `${items.length} items` },
					]),
			...aligned.flatMap(({ deviations }) => deviations),
		],
		additional: aligned.flatMap(({ additional }) => additional),
		value: aligned.map(({ value }) => value),
	};
}

/** Counts a property that was found elsewhere less than a missing one. */
const countDeviations = ({ deviations }: Alignment): number =>
	deviations.length - deviations.filter(({ isFound }) => isFound).length / 2;

/** Compares a value with its schema: finds renamed, wrapped, flattened and moved properties, and other kinds of values. */
export function align(
	schema: Shape,
	value: unknown,
	context: AlignContext,
): Alignment {
	const { where, example } = context;
	if (schema.anyOf) {
		const [best] = schema.anyOf
			.map((each) => align(each, value, context))
			.sort((a, b) => countDeviations(a) - countDeviations(b));
		return best ?? { deviations: [], additional: [], value };
	}
	const expected = describeExpected(schema, example);
	if (hasType(schema, "array")) {
		if (Array.isArray(value)) return alignArray(schema, value, context);
		const list = isObject(value) ? findWrappedList(value) : undefined;
		if (isObject(value) && list !== undefined) {
			const inner = align(schema, value[list], context);
			const actual = `an object with the array in ${list}`;
			return {
				...inner,
				deviations: [
					{ where, expected, actual, isFound: true },
					...inner.deviations,
				],
			};
		}
	}
	if (schema.properties) {
		if (isObject(value))
			return alignObject(
				{ ...schema, properties: schema.properties },
				value,
				context,
				align,
			);
		const list = findListProperty(schema);
		const items = list !== undefined && schema.properties[list];
		if (items && Array.isArray(value)) {
			const inner = alignArray(items, value, {
				...context,
				where: `${where}.${list}`,
				example: isObject(example) ? example[list] : undefined,
			});
			const actual = "an array, without an object around it";
			const implies = (schema.required ?? [])
				.filter((name) => name !== list)
				.map((name) => `${where}.${name}`);
			return {
				...inner,
				deviations: [
					{ where, expected, actual, isFound: true, implies },
					...inner.deviations,
				],
				value: { [list]: inner.value },
			};
		}
	}
	if (isValid(schema, value)) return { deviations: [], additional: [], value };
	const actual = describeKind(schema, value);
	const seen = typeof value === "object" ? actual : JSON.stringify(value);
	return {
		deviations: [
			{
				...{ where, expected, actual },
				...(seen !== actual && { seen }),
				...(isLeaf(schema) && { isLeaf: true }),
			},
		],
		additional: [],
		value: convertValue(schema, value),
	};
}
