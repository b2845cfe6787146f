import {
	describeError,
	type InvalidPlace,
	type Validator,
} from "../values/validation.ts";

/** By name. */
export type QueryParameters = Readonly<
	Record<string, { readonly type: string }>
>;

function convert(value: string, type: string): unknown {
	if (type === "integer") return Number(value);
	return type === "boolean" ? value === "true" : value;
}

/** Reads the parameters of an operation; others are ignored. */
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
		if (repeated.length > 0)
			invalid.push({ parameter, detail: "is sent more than once" });
		else if (value === "") invalid.push({ parameter, detail: "is empty" });
		else if (type === "integer" && !/^[0-9]+$/.test(value))
			invalid.push({ parameter, detail: "must be a whole number" });
		else if (type === "boolean" && !/^(true|false)$/.test(value))
			invalid.push({ parameter, detail: "must be true or false" });
		else query[parameter] = convert(value, type);
	}
	if (!validate(query))
		for (const error of validate.errors ?? [])
			invalid.push({
				parameter: String(
					error.params.missingProperty ?? error.instancePath.slice(1),
				),
				detail: describeError(error),
			});
	return invalid.length > 0 ? { invalid } : { query };
}
