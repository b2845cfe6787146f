import { HEADER_NAME } from "../values/http.ts";
import { setProperty } from "../values/json.ts";
import {
	findUnrepresentable,
	type InvalidPlace,
	type Validator,
} from "../values/validation.ts";
import { type Field, readField } from "./field.ts";
import { inline } from "./inline.ts";
import type { ParameterPlace } from "./model.ts";
import {
	type DocumentOperation,
	isNode,
	type Node,
	type Resolve,
	readString,
} from "./node.ts";
import {
	type ListTexts,
	type Parameter,
	readValue,
} from "./parameter-values.ts";
import { placesOf } from "./read-query.ts";
import { isIgnored, schemaOf } from "./schemas.ts";
import type {
	ReadParameters,
	SentParameters,
	Violation,
} from "./validate-request.ts";

const PLACES: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

/** The supported styles by place; the first one is the default. */
const STYLES: Readonly<Record<ParameterPlace, readonly string[]>> = {
	path: ["simple"],
	query: ["form", "deepObject"],
	header: ["simple"],
	cookie: ["form"],
};

const isPlace = (place: unknown): place is ParameterPlace =>
	PLACES.some((each) => each === place);

/** Returns the reason why a parameter cannot be read, with the remedy; undefined if it can be read. */
export function findUnreadable(
	resolve: Resolve,
	parameter: Node,
): string | undefined {
	const { name, in: place, style, content } = parameter;
	if (!isPlace(place))
		return `the parameter ${name} is in ${place}. Use in: path, query, header or cookie`;
	if (place === "header" && !HEADER_NAME.test(String(name)))
		return `the header parameter "${name}" has a name that no header can have. Use a name such as X-Trace`;
	const [usual = ""] = STYLES[place];
	if (style !== undefined && !STYLES[place].includes(String(style)))
		return `style: ${style} of the ${place} parameter ${name} is not supported. Use style: ${STYLES[place].join(" or ")}`;
	const types = Object.keys(isNode(content) ? resolve(content) : {});
	return types.some((each) => !/json$/.test(each))
		? `the ${place} parameter ${name} is written as ${types.join(", ")}. Use application/json, or a schema with style: ${usual}`
		: undefined;
}

function readParameter(resolve: Resolve, node: Node): Parameter[] {
	const { in: place, content, style, explode, allowEmptyValue } = node;
	if (!isPlace(place) || isIgnored(node)) return [];
	const actual = String(style ?? STYLES[place][0]);
	const field = readField(inline(resolve, schemaOf(node)));
	const keywords = { ...field.schema, ...node };
	const takes = keywords["x-repeated"];
	return [
		{
			...{ name: readString(node, "name"), in: place, style: actual },
			explode: explode === undefined ? actual === "form" : explode === true,
			isRequired: node.required === true,
			isJson: isNode(content),
			mayBeEmpty: allowEmptyValue === true || field.schema.default === "",
			ignoresEmpty: keywords["x-empty"] === "ignored",
			takes: takes === "first" || takes === "last" ? takes : undefined,
			field,
		},
	];
}

/** Whether a number may be below zero. */
const isSigned = ({ schema }: Field): boolean =>
	Number(schema.minimum ?? schema.exclusiveMinimum ?? -1) < 0;

const PLAIN = ["string", "integer", "boolean"];

/** Whether a parameter is a text, a whole number or a boolean in the query. */
const isPlain = (parameter: Parameter): boolean => {
	const { field, isJson, mayBeEmpty, ignoresEmpty, takes } = parameter;
	const [type = "", ...others] = field.types;
	return (
		parameter.in === "query" &&
		!(isJson || mayBeEmpty || ignoresEmpty || takes || others.length > 0) &&
		PLAIN.includes(type) &&
		!(type === "integer" && isSigned(field))
	);
};

function createListTexts(sent: SentParameters, query: URLSearchParams) {
	const cookies = new URLSearchParams(
		(sent.request.header("cookie") ?? "")
			.split(";")
			.map((each) => each.trim())
			.join("&"),
	);
	const headerTexts = (name: string): string[] => {
		const text = sent.request.header(name.toLowerCase());
		return text === null ? [] : [text.trim()];
	};
	const all: Readonly<Record<ParameterPlace, ListTexts>> = {
		path: (name) => [sent.path[name] ?? []].flat(),
		query: (name) => query.getAll(name),
		header: headerTexts,
		cookie: (name) => cookies.getAll(name),
	};
	return all;
}

function notFound([place]: readonly InvalidPlace[]): Violation {
	const name = place && "parameter" in place ? place.parameter : "";
	const reason = `The path parameter ${name} ${place?.detail}.`;
	return { kind: "notFound", reason };
}

/** Lists the unknown names in a query. */
function* listUnknown(
	query: URLSearchParams,
	known: readonly Parameter[],
): Iterable<string> {
	const names = new Set(known.map(({ name }) => name));
	const spread = known.filter(
		({ style, explode }) => style === "form" && explode,
	);
	for (const name of new Set(query.keys())) {
		const isPart =
			names.has(name.split("[", 1).join()) ||
			spread.some(({ field }) => field.byName.has(name));
		if (!isPart && !names.has(name)) yield name;
	}
}

/**
 * Returns a function that reads and validates the parameters of an operation. Returns undefined if the operation has
 * only plain parameters in the query.
 * @param validators by `<operation> <place>`
 * @param others the names of other allowed query parameters; undefined if all names are allowed
 */
export function createParameterReader(
	{ id, parameters, responses }: DocumentOperation,
	resolve: Resolve,
	validators: Readonly<Record<string, Validator>>,
	others: readonly string[] | undefined,
): ReadParameters | undefined {
	const all = parameters.flatMap((each) => readParameter(resolve, each));
	if (others === undefined && all.every(isPlain)) return undefined;
	const inQuery = all.filter((each) => each.in === "query");
	const statuses = responses.map(([status]) => status);
	const hasNoStatus =
		statuses.includes("404") &&
		!statuses.some((each) => /^4(00|22)$/.test(each));
	return (sent) => {
		const query = new URLSearchParams(sent.search);
		const texts = createListTexts(sent, query);
		const invalid: InvalidPlace[] = [];
		let isPathInvalid = false;
		const read = (place: ParameterPlace): Record<string, unknown> => {
			const values: Record<string, unknown> = {};
			const before = invalid.length;
			const named: string[] = [];
			for (const each of all) {
				if (each.in !== place) continue;
				const found = readValue(each, texts[place], query);
				if (!found) continue;
				const wrong =
					"value" in found
						? findUnrepresentable(found.value, sent.maxDepth)
						: found;
				if (wrong) {
					named.push(each.name);
					invalid.push({ parameter: each.name, detail: wrong.detail });
				} else if ("value" in found)
					setProperty(values, each.name, found.value);
			}
			const places = placesOf(validators[`${id} ${place}`], values);
			for (const found of places) {
				if (!named.includes(found.parameter)) invalid.push(found);
				named.push(found.parameter);
			}
			if (place === "path") isPathInvalid = invalid.length > before;
			return values;
		};
		const path = { ...sent.path, ...read("path") };
		const values = { path, query: read("query") };
		if (others)
			for (const name of listUnknown(query, inQuery))
				if (!others.includes(name))
					invalid.push({ parameter: name, detail: "is unknown" });
		for (const place of ["header", "cookie"] as const) read(place);
		if (isPathInvalid && hasNoStatus) return { violation: notFound(invalid) };
		return invalid.length > 0 ? { invalid } : values;
	};
}
