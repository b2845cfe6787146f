import type { Node } from "../document/node.ts";
import {
	isObject,
	parsePointer,
	tryParseJson,
	valueAt,
} from "../values/json.ts";
import type { InvalidPlace } from "../values/validation.ts";
import type { OutgoingRequest } from "../verification/contract.ts";
import { listValues } from "../verification/differences/additional-parts.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import type { Round } from "./lesson.ts";
import {
	type Element,
	findElements,
	findParameters,
	lastStep,
	listParts,
	type Place,
	stepsOf,
	whereOf,
} from "./schema-places.ts";

/** A value of a request with its schema. */
interface Input {
	readonly name: string;
	readonly value: unknown;
	readonly elements: readonly Element[];
}

const readBody = ({
	request,
}: ComparedObservation | Sighting["example"]): unknown =>
	tryParseJson(`${request.body ?? ""}`);

/** Returns the schemas of a place in the request of an operation. */
export const findInput = (
	{ document }: Round,
	target: string,
	where: string,
): Element[] => findElements(document, { target, status: "request", where });

/** Returns the parameter of an operation that has this name; undefined if none has. */
export const findParameterNamed = (
	round: Round,
	target: string,
	name: string,
): Element | undefined =>
	findParameters(round.document, target).find(({ node }) => node.name === name);

/** Returns what shows that the service takes a parameter or property by another name or in another form. */
export const findOtherForm = (
	{ observations: { sightings } }: Round,
	operation: string,
	name: unknown,
): Sighting | undefined =>
	sightings.find(
		(each) =>
			each.isOfRequest &&
			each.operation === operation &&
			each.expected === name,
	);

/** Returns the schema of a parameter. */
export const findParameterSchema = (
	{ document }: Round,
	target: string,
	name: string,
): Element[] =>
	findElements(document, { target, status: "query", where: `$.${name}` });

const readParameter = (schema: Node | undefined, text: string): unknown =>
	[schema?.type]
		.flat()
		.some((each) => each === "integer" || each === "number") &&
	/^-?\d+$/.test(text)
		? Number(text)
		: text;

/** Returns the top-level values of a request, each with its schema. */
export function listInputs(
	round: Round,
	example: Sighting["example"],
): Input[] {
	const { target, request } = example;
	const query = [...new URLSearchParams(request.path.split("?")[1])].map(
		([name, text]): Input => {
			const elements = findParameterSchema(round, target, name);
			return { name, elements, value: readParameter(elements[0]?.node, text) };
		},
	);
	const body = readBody(example);
	const properties = Object.entries(isObject(body) ? body : {}).map(
		([name, value]): Input => ({
			...{ name, value, elements: findInput(round, target, `$.${name}`) },
		}),
	);
	return [...query, ...properties];
}

/** Returns the values of a request at a place. */
export const valuesAt = (
	round: Round,
	exchange: ComparedObservation,
	{ status, where }: Place,
): unknown[] =>
	status === "query"
		? listInputs(round, exchange).flatMap(({ name, value }) =>
				where === `$.${name}` ? [value] : [],
			)
		: listValues(readBody(exchange), where);

/** Returns the size of a value, as the keywords of its schema limit it. Texts are counted in code points. */
export const sizeOf = (value: unknown): unknown =>
	typeof value === "string"
		? [...value].length
		: (Object(value).length ?? value);

/** Of other characters, services count bytes or UTF-16 code units. */
const NOT_ASCII = /[^ -~]/g;

/** Returns the request with another value in its query or its body: a number, or a text or list of this size. */
export function withSize(
	request: OutgoingRequest,
	name: string,
	size: number,
): OutgoingRequest {
	const [path = "", search] = request.path.split("?");
	const query = new URLSearchParams(search);
	if (query.has(name)) {
		query.set(name, `${size}`);
		return { ...request, path: `${path}?${query}` };
	}
	const body = tryParseJson(`${request.body ?? ""}`);
	if (!isObject(body)) return request;
	const value = body[name];
	const sized = Array.isArray(value)
		? value.slice(0, size)
		: typeof value === "string"
			? value.replace(NOT_ASCII, "").slice(0, size).padEnd(size, "a")
			: size;
	return { ...request, body: JSON.stringify({ ...body, [name]: sized }) };
}

/** Returns the request with so many bytes in its body: white space is added to its JSON, or removed. */
export const withBytes = (
	request: OutgoingRequest,
	size: number,
): OutgoingRequest => {
	const text = `${request.body ?? ""}`.trim();
	const missing = size - Buffer.byteLength(text);
	return { ...request, body: text + " ".repeat(Math.max(0, missing)) };
};

/** Returns the schemas of the parameters and top-level properties of a request with this default. */
export const findWithDefault = (
	{ document, places }: Round,
	target: string,
	value: unknown,
): (Element & { readonly name: string })[] =>
	[...places].flatMap(([pointer, all]) =>
		all
			.filter(
				({ target: other, status, where }) =>
					other === target &&
					typeof status !== "number" &&
					stepsOf(where).length === 1,
			)
			.flatMap((place) =>
				findElements(document, place).map((each) => ({
					...{ ...each, name: lastStep(place.where) },
				})),
			)
			.filter(
				(each) => each.pointer === pointer && each.node.default === value,
			),
	);

/** Returns the first invalid place of a request. */
export const findInvalidPlace = (
	violation: Sighting["violation"],
): InvalidPlace | undefined =>
	violation && "places" in violation ? violation.places[0] : undefined;

/** Returns the value and the schemas at the invalid place of a request. */
export function findViolated(
	round: Round,
	{ violation, example }: Pick<Sighting, "violation" | "example">,
): (Input & { readonly where: string }) | undefined {
	const place = findInvalidPlace(violation);
	if (!place) return undefined;
	if ("parameter" in place) {
		const input = listInputs(round, example).find(
			({ name }) => name === place.parameter,
		);
		return input && { ...input, where: `$.${place.parameter}` };
	}
	const where = whereOf(place.pointer);
	const value = valueAt(readBody(example), ...parsePointer(place.pointer));
	const elements = findInput(round, example.target, where);
	return { name: place.pointer, where, value, elements };
}

/** Returns the places of a request with unknown properties. */
export function listUnknown(
	round: Round,
	example: Sighting["example"],
): Element[] {
	const { target } = example;
	const found: Element[] = [];
	const visit = (value: unknown, where: string): void => {
		if (Array.isArray(value))
			for (const each of value) visit(each, `${where}[*]`);
		if (!isObject(value)) return;
		const elements = findInput(round, target, where);
		const parts = elements.flatMap((each) =>
			listParts(round.document.root, each),
		);
		const names = new Set(
			parts.flatMap(({ node }) => Object.keys(Object(node.properties))),
		);
		if (names.size === 0) return;
		if (Object.keys(value).some((name) => !names.has(name)))
			found.push(...elements);
		for (const name of names) visit(value[name], `${where}.${name}`);
	};
	// Values that the service does not take may have been left out.
	const request = example.adapted ?? example.request;
	visit(tryParseJson(`${request.body ?? ""}`), "$");
	return found;
}
