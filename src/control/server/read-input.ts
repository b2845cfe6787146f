import { readFetchBody } from "../../engine/request/body.ts";
import { decodeText, parseJsonBody } from "../../engine/request/json.ts";
import type { InvalidPlace } from "../../engine/service.ts";
import { isObject } from "../../values/is-object.ts";
import { escapeSegment } from "../../values/json-pointer.ts";
import { ControlError } from "../control-error.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_DEPTH = 128;
const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;

interface Types {
	readonly string: string;
	readonly number: number;
	readonly boolean: boolean;
	readonly object: Readonly<Record<string, unknown>>;
	readonly any: unknown;
}

/** The type of each property; `?` marks optional ones. */
export type Shape = Readonly<Record<string, keyof Types | `${keyof Types}?`>>;

type PropertiesOf<Of extends Shape> = {
	readonly [Name in keyof Of]: Of[Name] extends `${infer Type extends keyof Types}?`
		? Types[Type] | undefined
		: Types[Of[Name] & keyof Types];
};

const isOfType = (value: unknown, type: string): boolean =>
	type === "any" ||
	(type === "object" ? isObject(value) : typeof value === type);

function invalidPlaces(value: unknown, shape: Shape): InvalidPlace[] {
	if (!isObject(value)) return [{ pointer: "", detail: "must be an object" }];
	const names = Object.keys(shape);
	const known =
		names.length > 0 ? `use ${names.join(", ")}` : "send no properties";
	return [
		...Object.keys(value)
			.filter((name) => !names.includes(name))
			.map((name) => ({
				pointer: `/${escapeSegment(name)}`,
				detail: `is an unknown property: ${known}`,
			})),
		...Object.entries(shape).flatMap(([name, marked]) => {
			const type = marked.replace("?", "");
			const pointer = `/${name}`;
			if (value[name] === undefined)
				return type === marked ? [{ pointer, detail: "is required" }] : [];
			const detail = `must be ${type === "object" ? "an" : "a"} ${type}`;
			return isOfType(value[name], type) ? [] : [{ pointer, detail }];
		}),
	];
}

/**
 * Returns the properties of a body; no body has no properties.
 * @throws ControlError with each invalid place, unknown properties included
 */
export function readProperties<const Of extends Shape>(
	body: unknown = {},
	shape: Of,
): PropertiesOf<Of> {
	const invalid = invalidPlaces(body, shape);
	const isValid = (_: unknown): _ is PropertiesOf<Of> => invalid.length === 0;
	if (isValid(body)) return body;
	throw new ControlError(400, "Invalid request body.", invalid);
}

/** The type of each parameter, all optional; a number is a whole number. */
export type QueryShape = Readonly<Record<string, "string?" | "number?">>;

/**
 * Returns the query parameters by name.
 * @throws ControlError with each parameter that is unknown, repeated or invalid
 */
export function readQueryParameters(
	search: string,
	shape: QueryShape,
): Readonly<Record<string, string | number>> {
	const values = new Map<string, string | number>();
	const errors: InvalidPlace[] = [];
	for (const [parameter, value] of new URLSearchParams(search)) {
		const isNumber = shape[parameter] === "number?";
		const reject = (detail: string) => errors.push({ parameter, detail });
		if (!Object.hasOwn(shape, parameter))
			reject(`is unknown: use ${Object.keys(shape).join(", ")}`);
		else if (values.has(parameter)) reject("must not be repeated");
		else if (isNumber && !/^[0-9]{1,15}$/.test(value))
			reject(`must be a whole number, not "${value}"`);
		values.set(parameter, isNumber ? Number(value) : value);
	}
	if (errors.length > 0)
		throw new ControlError(400, "Invalid query parameters.", errors);
	return Object.fromEntries(values);
}

function requireJson(contentType: string | null): void {
	if (contentType === null || !JSON_TYPE.test(contentType))
		throw new ControlError(
			415,
			`The Content-Type of the body is ${contentType || "missing"}. Send JSON, with Content-Type: application/json.`,
		);
}

/**
 * Returns the parsed body, or undefined if there is none.
 * @param maxBytes undefined if the route takes no body
 * @throws ControlError for a body that is too large, not JSON, or not supported by the route
 */
export async function readRequestBody(
	request: Request,
	maxBytes: number | undefined,
): Promise<unknown> {
	const contentType = request.headers.get("content-type");
	// HTML forms always send a type. Reject them even without a body: other pages can send forms.
	if (contentType !== null) requireJson(contentType);
	const limit = maxBytes ?? MEBIBYTE;
	const bytes = await readFetchBody(request, limit);
	if (bytes === "too large")
		throw new ControlError(
			413,
			`The body is larger than ${limit} bytes. Send a smaller one.`,
		);
	if (bytes === "incomplete")
		throw new ControlError(400, "The body is incomplete. Send it again.");
	if (bytes.byteLength === 0) return undefined;
	requireJson(contentType);
	const read = parseJsonBody(decodeText(bytes), MAX_DEPTH);
	if ("invalid" in read)
		throw new ControlError(400, "Invalid request body.", [read.invalid]);
	if (maxBytes === undefined) readProperties(read.value, {});
	return read.value;
}
