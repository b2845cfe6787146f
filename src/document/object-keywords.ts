import {
	entriesOf,
	type KeywordContext,
	type Keywords,
	listOf,
	namesOf,
	toExpression,
} from "./keyword-values.ts";
import type { Node } from "./node.ts";

/** Checks the properties that a schema does not list. */
const checkOthers = (
	others: readonly string[],
	limit: unknown,
	value: Node,
	check: KeywordContext,
	schemas: readonly Node[],
): boolean => {
	if (limit !== false)
		return others.every((name) => check.part(limit, value[name], name));
	const available = schemas.flatMap(({ properties }) =>
		Object.keys(Object(properties)),
	);
	return others.every((name) =>
		check.fail({ additionalProperty: name, available }),
	);
};

const matchesListed = (schema: Node, name: string): boolean =>
	Object.hasOwn(Object(schema.properties), name) ||
	entriesOf(schema.patternProperties).some(([pattern]) =>
		toExpression(pattern).test(name),
	);

/** Whether an object has a property. In values of programs, an undefined property is a missing one. */
const has = (value: Node, name: string): boolean =>
	value[name] !== undefined && Object.hasOwn(value, name);

/** Keywords for objects. Loops, because a closure would be created for each object. */
export const OBJECT: Keywords<Node> = {
	required(limit, value, check) {
		for (const each of listOf(limit)) {
			const name = String(each);
			if (!has(value, name) && !check.fail({ missingProperty: name }))
				return false;
		}
		return true;
	},
	minProperties: (limit, value, check) =>
		Object.keys(value).length >= Number(limit) || check.fail(),
	maxProperties: (limit, value, check) =>
		Object.keys(value).length <= Number(limit) || check.fail(),
	propertyNames: (limit, value, check) =>
		Object.keys(value).every((name) => check.part(limit, name, name)),
	properties(limit, value, check) {
		for (const [name, schema] of entriesOf(limit))
			if (has(value, name) && !check.part(schema, value[name], name))
				return false;
		return true;
	},
	patternProperties: (limit, value, check) =>
		entriesOf(limit).every(([pattern, schema]) =>
			Object.keys(value).every(
				(name) =>
					!toExpression(pattern).test(name) ||
					check.part(schema, value[name], name),
			),
		),
	dependentRequired: (limit, value, check) =>
		entriesOf(limit).every(
			([property, required]) =>
				!has(value, property) ||
				namesOf(required).every(
					(name) =>
						has(value, name) || check.fail({ property, missingProperty: name }),
				),
		),
	dependentSchemas: (limit, value, check) =>
		entriesOf(limit).every(
			([name, schema]) => !has(value, name) || check.part(schema, value),
		),
	additionalProperties(limit, value, check, schema) {
		const others = Object.keys(value).filter(
			(name) => !matchesListed(schema, name),
		);
		return checkOthers(others, limit, value, check, [schema]);
	},
	unevaluatedProperties(limit, value, check, schema) {
		const applied = check.evaluation.listApplied(schema, value);
		const isDescribed = (name: string): boolean =>
			applied.some(
				(each) =>
					(each !== schema && "unevaluatedProperties" in each) ||
					"additionalProperties" in each ||
					matchesListed(each, name),
			);
		const others = Object.keys(value).filter((name) => !isDescribed(name));
		return checkOthers(others, limit, value, check, applied);
	},
};
