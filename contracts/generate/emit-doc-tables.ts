import { child, type Node } from "../../src/document/node.ts";
import { faultKinds } from "./emit-schemas.ts";
import type { FlatSchema, Schemas } from "./schemas.ts";

type Row = readonly string[];

const formatRow = (cells: Row): string => `| ${cells.join(" | ")} |`;

const formatTable = (columns: Row, rows: readonly Row[]): string =>
	[columns, columns.map(() => "---"), ...rows].map(formatRow).join("\n");

const code = (text: string): string => `\`${text}\``;

function describeType(schema: Node): string {
	const { type, "x-type": written, enum: values } = schema;
	if (typeof written === "string") return written;
	if (Array.isArray(values))
		return values.map((value) => code(JSON.stringify(value))).join(", ");
	if (type === "array") return `array of ${child(schema, "items").type}s`;
	return type === undefined
		? "JSON"
		: String(type).replace("integer", "number");
}

/** Shows no defaults if no property has any. */
function propertyTable({ required, properties }: FlatSchema): string {
	const rows = Object.entries(properties).map(([name, schema]) => ({
		start: [code(name), describeType(schema)],
		initial: required.includes(name)
			? "required"
			: "default" in schema
				? code(JSON.stringify(schema.default))
				: "none",
		end: [String(schema.description ?? "")],
	}));
	const isShown = rows.some(({ initial }) => initial !== "none");
	return formatTable(
		["property", "type", ...(isShown ? ["default"] : []), "description"],
		rows.map(({ start, initial, end }) => [
			...start,
			...(isShown ? [initial] : []),
			...end,
		]),
	);
}

/** Lists the properties of a kind of fault, without those that all kinds have. */
function listProperties(
	{ required, properties, alternatives }: FlatSchema,
	common: readonly string[],
): string {
	if (alternatives.length > 0)
		return alternatives
			.map((names) => names.map(code).join(" and "))
			.join("; or ");
	return Object.keys(properties)
		.filter((name) => !common.includes(name))
		.map((name) => code(required.includes(name) ? name : `${name}?`))
		.join(", ");
}

function faultTables(schemas: Schemas): string {
	const kinds = Object.entries(faultKinds(schemas));
	const common = schemas.flatten("FaultScope").properties;
	const properties: Readonly<Record<string, Node>> = Object.assign(
		{ ...common },
		...kinds.map(([, schema]) => schema.properties),
	);
	return [
		formatTable(
			["kind", "properties", "what the client sees", "does the operation run?"],
			kinds.map(([kind, schema]) => [
				code(kind),
				listProperties(schema, Object.keys(common)),
				String(schema.description),
				schema["x-operation-runs"] ? "yes" : "no",
			]),
		),
		propertyTable({ required: [], alternatives: [], properties }),
	].join("\n\n");
}

/** Returns the page with its generated tables, each between `<!-- generated: <name> -->` and `<!-- /generated -->`. */
export function replaceTables(page: string, schemas: Schemas): string {
	const table = (name: string): string =>
		name === "faults"
			? faultTables(schemas)
			: propertyTable(schemas.flatten(name));
	return page.replaceAll(
		/(<!-- generated: (\w+) -->\n).*?(<!-- \/generated -->)/gs,
		(_, start: string, name: string, end: string) =>
			`${start}\n${table(name)}\n\n${end}`,
	);
}
