import { validators } from "../schemas/generated/config-validators.ts";
import { isObject } from "../values/is-object.ts";
import { isPlainObject } from "../values/is-plain-object.ts";
import {
	findInvalidPlaces,
	formatPlaces,
	type InvalidPointer,
} from "../values/validation.ts";

/** What the properties of a configuration are that may be functions. */
const FUNCTIONS = {
	datasets:
		"must be an object of records by collection, or a function that returns one",
	fixtures:
		"must be an object of properties, or a function that returns one for a record",
};

/** MSW itself rejects other values, but only at the first request. */
const HANDLER =
	'must be an MSW handler, like http.get("/v1/extra", () => HttpResponse.json({}))';

/** Finds what a schema cannot express about functions and instances of classes. */
function findErrors(config: object): InvalidPointer[] {
	const properties: [string, unknown][] = Object.entries(config);
	const objects = properties
		.filter(([, value]) => isObject(value) && !isPlainObject(value))
		.map(([name]) => ({
			pointer: `/${name}`,
			detail: "must be an object literal, not a promise or an instance",
		}));
	const parts = properties.flatMap(([property, value]) =>
		Object.entries({ ...Object(value) }).map(
			([name, part]) => [property, name, part] as const,
		),
	);
	const others = parts.flatMap(([property, name, part]) => {
		const at = (isRight: boolean, detail: string) =>
			isRight ? [] : [{ pointer: `/${property}/${name}`, detail }];
		if (property === "handlers")
			return at(typeof Object(part).run === "function", HANDLER);
		if (property !== "datasets" && property !== "fixtures") return [];
		const isRight = isPlainObject(part) || typeof part === "function";
		return at(isRight, FUNCTIONS[property]);
	});
	return [...objects, ...others];
}

/**
 * Checks a configuration. `createPresets` checks the scenarios and the records.
 * @param exported undefined if the file has no default export
 * @throws Error that names each invalid place and says what to write
 */
export function checkConfig(exported: unknown): void {
	if (exported === undefined)
		throw new Error(
			"No default export found. Write export default defineConfig({ … }).",
		);
	const invalid = findInvalidPlaces(exported, validators.Config);
	if (invalid.length === 0) invalid.push(...findErrors(Object(exported)));
	if (invalid.length > 0)
		throw new Error(
			formatPlaces(
				"The default export is invalid.",
				invalid,
				"The default export",
			),
		);
}
