import { atPlace, replacing } from "./members.ts";
import type { MutationKind } from "./mutation.ts";
import { placesOf } from "./places.ts";

interface Format {
	is(text: string): boolean;
	/** By what is wrong then. */
	readonly broken: Readonly<Record<string, (text: string) => unknown>>;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function formatsOf(idPrefixes: readonly string[]): Format[] {
	const prefixOf = (text: string): string | undefined =>
		idPrefixes.find((prefix) => text.startsWith(prefix));
	return [
		{
			is: (text) => prefixOf(text) !== undefined,
			broken: {
				"an id without its prefix": (id) => id.slice(prefixOf(id)?.length),
				"an id with another prefix": (id) =>
					`${idPrefixes.find((each) => each !== prefixOf(id)) ?? "x"}${id.slice(prefixOf(id)?.length)}`,
				"an id in small letters": (id) => id.toLowerCase(),
				"an id that is too short": (id) => id.slice(0, -1),
			},
		},
		{
			is: (text) => TIME.test(text),
			broken: {
				"a time without a zone": (time) => time.slice(0, -1),
				"a time with an offset": (time) => time.replace("Z", "+00:00"),
				"a time with a blank": (time) => time.replace("T", " "),
				"a date without a time": (time) => time.slice(0, 10),
				"seconds since the epoch": (time) =>
					Math.floor(Date.parse(time) / 1000),
				"seconds since the epoch, as a text": (time) =>
					`${Math.floor(Date.parse(time) / 1000)}`,
			},
		},
		{
			is: (text) => /^\/[^/]/.test(text),
			broken: { "a pointer without a slash": (pointer) => pointer.slice(1) },
		},
		{
			is: (text) => /^[a-z][a-z0-9+.-]*:[^ ]*$/.test(text),
			broken: { "a URI with blanks": (uri) => `${uri} not <a> URI` },
		},
		{
			is: (text) => text !== "",
			broken: { "an empty text": () => "" },
		},
	];
}

export const breakFormat: MutationKind = (exchange, contract) =>
	placesOf(exchange, contract).flatMap((place) => {
		const { value } = place;
		if (typeof value !== "string") return [];
		return formatsOf(contract.documented.idPrefixes)
			.filter((format) => format.is(value))
			.flatMap(({ is, broken }) =>
				Object.entries(broken).map(([what, change]) =>
					atPlace(
						place,
						"break its format",
						what,
						replacing((text) =>
							typeof text === "string" && is(text) ? change(text) : undefined,
						),
					),
				),
			);
	});
