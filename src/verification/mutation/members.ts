import { edited, isHolder, type Location } from "./json-body.ts";
import { isSuccess, type Mutation, type MutationKind } from "./mutation.ts";
import { type Place, placesOf } from "./places.ts";

/** A mutation of the value at the place. That it is what was sent, validators do not see. */
export const atPlace = (
	{ steps, path, isEcho }: Place,
	kind: string,
	detail: string,
	change: (at: Location) => boolean,
): Mutation => ({
	kind,
	name: detail ? `${kind}: ${detail}` : kind,
	where: path,
	...(isEcho && { semantic: true }),
	mutate: ({ answer }) => edited(answer, steps, change),
});

/** Puts another value where it stands; nothing where there is none to put. */
export const replacing =
	(other: (value: unknown) => unknown) =>
	({ holder, key, value }: Location): boolean => {
		const replacement = other(value);
		if (replacement === undefined) return false;
		holder[key] = replacement;
		return true;
	};

const isMember = ({ steps }: Place): boolean =>
	steps.length > 1 && steps.at(-1) !== "*";

export const dropMember: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract)
		.filter(isMember)
		.map((place) =>
			atPlace(place, "drop a member", "", ({ holder, key }) =>
				Reflect.deleteProperty(holder, key),
			),
		);

export const nullMember: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract)
		.filter(({ value }) => value !== null)
		.map((place) =>
			atPlace(
				place,
				"null it",
				"",
				replacing((value) => (value === null ? undefined : null)),
			),
		);

const OTHER_NAMES = new Map<string, (name: string) => string>([
	[
		"with underscores",
		(name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
	],
	["with a capital", (name) => name.charAt(0).toUpperCase() + name.slice(1)],
]);

export const renameCase: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract)
		.filter(isMember)
		.flatMap((place) => {
			const name = place.steps.at(-1) ?? "";
			return [...OTHER_NAMES]
				.filter(([, rename]) => rename(name) !== name)
				.map(([how, rename]) =>
					atPlace(place, "rename its case", how, ({ holder, key, value }) => {
						holder[rename(key)] = value;
						return Reflect.deleteProperty(holder, key);
					}),
				);
		});

export const putInEnvelope: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract)
		.filter(({ path, value }) => path === "$" && isHolder(value))
		.map((place) =>
			atPlace(
				place,
				"put the body in an envelope",
				"",
				replacing((value) =>
					isSuccess(exchange.answer) ? { data: value } : { error: value },
				),
			),
		);
