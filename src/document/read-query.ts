import { parsePointer, setProperty } from "../values/json.ts";
import {
	EMPTY,
	findInvalidPlaces,
	type InvalidPlace,
	REPEATED,
	type Validator,
} from "../values/validation.ts";

/** The parameters by name. */
export type QueryParameters = Readonly<
	Record<string, { readonly type: string }>
>;

/** By type, the way its values are written and read. Strings need no conversion. */
const SPELLINGS: Readonly<
	Record<string, readonly [RegExp, string, (text: string) => unknown]>
> = {
	integer: [/^[0-9]+$/, "must be a whole number", Number],
	boolean: [
		/^(true|false)$/,
		"must be true or false",
		(text) => text === "true",
	],
};

/** Returns the invalid parameters of one part of the request. */
export function placesOf(
	validate: Validator | undefined,
	values: Record<string, unknown>,
): { parameter: string; detail: string }[] {
	if (!validate) return [];
	return findInvalidPlaces(values, validate).map(({ pointer, detail }) => ({
		parameter: String(parsePointer(pointer)[0]),
		detail,
	}));
}

/** Reads the parameters of an operation. Ignores other parameters. */
export function readQuery(
	search: string,
	parameters: QueryParameters,
	validate: Validator,
): { query: Record<string, unknown> } | { invalid: InvalidPlace[] } {
	const sent = new URLSearchParams(search);
	const query: Record<string, unknown> = {};
	const invalid: InvalidPlace[] = [];
	for (const [parameter, { type }] of Object.entries(parameters)) {
		const [value, ...repeated] = sent.getAll(parameter);
		if (value === undefined) continue;
		const [spelling, rule = "", read = String] = SPELLINGS[type] ?? [];
		if (repeated.length > 0) invalid.push({ parameter, detail: REPEATED });
		else if (value === "") invalid.push({ parameter, detail: EMPTY });
		else if (spelling && !spelling.test(value))
			invalid.push({ parameter, detail: rule });
		else setProperty(query, parameter, read(value));
	}
	invalid.push(...placesOf(validate, query));
	return invalid.length > 0 ? { invalid } : { query };
}
