import { KEYWORDS } from "../../src/document/check-keywords.ts";
import {
	collectAssumptions,
	ownAssumptions,
} from "../../src/document/extensions.ts";
import type { LedgerEntry } from "../../src/document/model.ts";
import {
	child,
	type DocumentParts,
	type Node,
} from "../../src/document/node.ts";
import { groupBy } from "../../src/values/group-by.ts";
import { faultKinds } from "./emit-schemas.ts";
import type { FlatSchema, Schemas } from "./read-sources.ts";

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
	const rows = Object.entries(properties).map(([name, schema]) => {
		const initial = "default" in schema && code(JSON.stringify(schema.default));
		return [
			code(name),
			describeType(schema),
			required.includes(name) ? "required" : initial || "none",
			String(schema.description ?? ""),
		];
	});
	const isShown = rows.some(([, , initial]) => initial !== "none");
	const [columns = [], ...shown] = [
		["property", "type", "default", "description"],
		...rows,
	].map((cells) => (isShown ? cells : cells.toSpliced(2, 1)));
	return formatTable(columns, shown);
}

/** Lists the properties of a kind of fault, without the ones that all kinds have. */
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

/** Lists the keywords that the mock adds to OpenAPI. */
const keywordTable = (): string =>
	formatTable(
		["keyword", "on", "meaning"],
		KEYWORDS.map(([name, schema]) => [
			code(name),
			String(schema["x-on"]),
			String(schema.description),
		]),
	);

/** Returns the page with its generated tables, each between `<!-- generated: <name> -->` and `<!-- /generated -->`. */
export function replaceTables(page: string, schemas: Schemas): string {
	const others: Readonly<Record<string, string>> = {
		faults: faultTables(schemas),
		keywords: keywordTable(),
	};
	const table = (name: string): string =>
		others[name] ?? propertyTable(schemas.flatten(name));
	return page.replaceAll(
		/(<!-- generated: (\w+) -->\n).*?(<!-- \/generated -->)/gs,
		(_, start: string, name: string, end: string) =>
			`${start}\n${table(name)}\n\n${end}`,
	);
}

const STATUS_LABELS = {
	assumed: "open",
	confirmed: "confirmed",
	refuted: "**REFUTED**",
} as const;

/** Lists the operations whose requests or responses depend on the assumption. */
function listDependents(document: DocumentParts, id: string): string {
	const head = Object.fromEntries(document.unmatched).head ?? {};
	const operations = document.operations.filter(
		({ node, method, inputs, responses }) => {
			if (ownAssumptions(head).includes(id)) return method === "GET";
			const nodes = [...inputs, ...responses.map(([, response]) => response)];
			return [
				...collectAssumptions(document, nodes),
				...ownAssumptions(child(node, "x-audit")),
			].includes(id);
		},
	);
	if (operations.length === 0) return "every path, known or not";
	if (operations.length === document.operations.length)
		return "every operation";
	return operations
		.map(({ id, method, path }) => `\`${id}\` (${method} ${path})`)
		.join(", ");
}

const createSection = (
	document: DocumentParts,
	{ id, assumes, because, open, status, evidence }: LedgerEntry,
): string => `### \`${id}\`

> ${assumes}

- **Why we assume it:** ${because}
- **Left open by:** section ${open} of the specification
- **Applies to:** ${listDependents(document, id)}
- **Status:** ${STATUS_LABELS[status]}${evidence === undefined ? "" : `, ${evidence}`}
${status === "assumed" ? "\nYour answer: ☐ yes ☐ partly ☐ no. The service does this instead: ________________________\n" : ""}`;

/** The chapters of ids whose first part is not the title. */
const TITLES: Readonly<Record<string, string>> = {
	command: "Commands",
	pipeline: "Pipelines",
	zap: "Zaps",
	auth: "Authentication and limits",
	limits: "Authentication and limits",
};

/** Returns the title of the chapter of an assumption. */
function titleOf({ id }: LedgerEntry): string {
	const [group = ""] = id.split(".");
	return TITLES[group] ?? group.charAt(0).toUpperCase() + group.slice(1);
}

/** Emits the ledger as a page for the owners of the service. */
export function emitLedgerPage(
	document: DocumentParts,
	ledger: readonly LedgerEntry[],
): string {
	const chapters = groupBy(ledger, titleOf);
	const refuted = ledger.filter(({ status }) => status === "refuted");
	const count = (status: LedgerEntry["status"]): number =>
		ledger.filter((entry) => entry.status === status).length;
	return `<!-- Generated from contracts/openapi.yaml and contracts/assumptions.yaml by \`npm run generate\`. -->

# What we assume about the service

Understudy is a mock of the service. The specification of the service defines seven operations and leaves nearly
everything else open, so the mock has to assume the rest. This page lists each assumption in a few sentences. We ask
the owners of the service to answer each one with *yes* or *no*. A *no* is as useful as a *yes*: we then change
\`contracts/openapi.yaml\`, and the mock, the types, the fixtures and the contract tests follow.

| specified operation | method and path |
|---|---|
${document.operations.map(({ id, method, path }) => `| \`${id}\` | ${method} ${path} |`).join("\n")}

Of the ${ledger.length} assumptions below, ${count("confirmed")} are confirmed, ${count("refuted")} refuted and ${count("assumed")} open.
${refuted.map(({ id, assumes }) => `\n> **Refuted: \`${id}\`.** ${assumes} The OpenAPI document still states it. Change \`contracts/openapi.yaml\`.\n`).join("")}
${chapters.map((entries) => `## ${titleOf(entries[0])}\n\n${entries.map((entry) => createSection(document, entry)).join("\n")}`).join("\n")}`;
}
