import type { Alternative } from "../learning/alternative.ts";
import type { LearntBody } from "../learning/measure-rules.ts";
import { findObject, isSamePlace, type Place } from "../learning/repairs.ts";

/** A property that a service requires, and the values of a choice with which it does. */
export interface RequiredProperty {
	readonly at: Place;
	readonly name: string;
	readonly value: unknown;
	/** The values in words; empty if it is required with all values. */
	readonly condition: string;
	readonly example: Pick<Alternative, "request" | "response">;
}

type Property = Pick<RequiredProperty, "at" | "name">;

const isSame = (one: Property, other: Property): boolean =>
	one.name === other.name && isSamePlace(one.at, other.at);

/** Returns the values of a choice in words, such as ` with type "run", "stop"`. */
const describeValues = (name: string, values: readonly unknown[]): string =>
	` with ${name} ${[...new Set(values)].map((each) => JSON.stringify(each)).join(", ")}`;

/** Returns the values of a choice with which the service requires a property that the learnt body has. */
export function describeRequiring(
	property: Property,
	{ alternatives, exchange }: LearntBody,
): string {
	const others = alternatives.filter(
		(each) =>
			!isSame(each, property) &&
			isSamePlace(property.at.slice(0, each.at.length), each.at),
	);
	const requires = ({ required }: Alternative): boolean =>
		required.some((each) => isSame(each, property));
	const choice = others.find((each) => !requires(each));
	if (!choice) return "";
	const own = findObject(exchange.body, choice.at)?.[choice.name];
	const values = others
		.filter((each) => isSame(each, choice) && requires(each))
		.map(({ value }) => value);
	return describeValues(choice.name, [own, ...values]);
}

/** Lists the properties that a service requires only with other values of a choice than the learnt body has. */
export function listRequired({
	alternatives,
	repairs,
}: LearntBody): RequiredProperty[] {
	const found: RequiredProperty[] = [];
	for (const alternative of alternatives)
		for (const property of alternative.required) {
			const isKnown =
				found.some((each) => isSame(each, property)) ||
				repairs.some((each) => each.kind === "set" && isSame(each, property));
			if (isKnown) continue;
			const values = alternatives
				.filter(
					(each) =>
						isSame(each, alternative) &&
						each.required.some((other) => isSame(other, property)),
				)
				.map(({ value }) => value);
			const condition = describeValues(alternative.name, values);
			found.push({ ...property, condition, example: alternative });
		}
	return found;
}
