import { join } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { readDocument } from "../../../contracts/generate/read-sources.ts";
import {
	child,
	entries,
	isNode,
	type Node,
	readOperations,
	readString,
} from "../../../src/document/node.ts";
import { contract } from "../../support/shipped-contract.ts";

const document = readOperations(
	await readDocument(join(import.meta.dirname, "../../..")),
);
const { operations, resolve } = document;

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);

/** Keywords that no value can violate, and those whose schemas are visited. */
const OTHER_KEYWORDS = /^(description|default|readOnly|properties|items|x-.*)$/;

const describeConstraint = (
	place: string,
	keyword: string,
	name = "",
): string => [place || "/", keyword, name].join(" ").trim();

/** Lists the constraints of a schema and of the schemas below it. `*` stands for the index of an item. */
function listConstraints(reference: Node, place = ""): string[] {
	const schema = resolve(reference);
	const { items } = schema;
	return [
		...Object.entries(schema)
			.filter(([keyword]) => !OTHER_KEYWORDS.test(keyword))
			.filter(
				([keyword, value]) =>
					keyword !== "additionalProperties" || value === false,
			)
			.flatMap(([keyword, value]) =>
				[Array.isArray(value) ? value : ""]
					.flat()
					.map((name) => describeConstraint(place, keyword, name)),
			),
		...entries(child(schema, "properties")).flatMap(([name, each]) =>
			listConstraints(each, `${place}/${name}`),
		),
		...(isNode(items) ? listConstraints(items, `${place}/*`) : []),
	];
}

const describeError = ({ instancePath, keyword, params }: ErrorObject) =>
	describeConstraint(
		instancePath.replaceAll(/\/\d+/g, "/*"),
		keyword,
		params.missingProperty,
	);

const interactions = entries(child(contract.pact, "interactions")).map(
	([, interaction]) => ({
		description: readString(interaction, "description"),
		request: child(interaction, "request"),
		response: child(interaction, "response"),
	}),
);

/** Returns the parameters that are sent once, as values that a schema can check. */
const readQuery = (request: Node = {}): Node =>
	Object.fromEntries(
		Object.entries(child(request, "query"))
			.map(([name, value]) => [name, [value].flat()] as const)
			.filter(([, values]) => values.length === 1)
			.map(([name, [value]]) => [
				name,
				/^[0-9]+$/.test(String(value)) ? Number(value) : value,
			]),
	);

/** The schemas of requests, how to read what they describe, and the constraints that no request can violate. */
const inputs = operations.flatMap(({ id, requestContent, parameters }) => [
	...requestContent.map(([, content]) => ({
		...{ id, part: "body", schema: child(content, "schema") },
		read: (request: Node = {}) => child(request, "body").content,
		impossible: [""],
	})),
	...(parameters.length === 0 ? [] : [parameters]).map((all) => {
		const properties = all.map((parameter): [string, Node] => [
			readString(parameter, "name"),
			child(parameter, "schema"),
		]);
		const schema: Node = { properties: Object.fromEntries(properties) };
		// Every value in a query is a string.
		const impossible = properties
			.filter(([, each]) => resolve(each).type === "string")
			.map(([name]) => `/${name} type`);
		return { id, part: "query", schema, read: readQuery, impossible };
	}),
]);

test.each(inputs)(
	"each rejected $part of $id violates one constraint, and each constraint is violated",
	({ id, schema, read, impossible }) => {
		const { components } = document.root;
		const validate = ajv.compile({ ...schema, components });
		const violations = interactions
			.filter(({ description }) => description.startsWith(`${id}: `))
			.filter(({ response }) => Number(response.status) >= 400)
			.map(({ request }) =>
				validate(read(request))
					? []
					: (validate.errors ?? []).map(describeError),
			);
		expect(violations.filter((each) => each.length > 1)).toEqual([]);
		const constraints = listConstraints(schema).filter(
			(each) => !impossible.includes(each),
		);
		expect([...new Set(violations.flat())].sort()).toEqual(constraints.sort());
		expect(constraints).not.toEqual([]);
	},
);
