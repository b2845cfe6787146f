import type { ContractDocument } from "./document.ts";
import { child, entries, isNode } from "./document.ts";
import type { LedgerEntry } from "./ledger.ts";
import { elements, ownAssumptions } from "./provenance.ts";

const MARKS = {
	assumed: "open",
	confirmed: "confirmed",
	refuted: "**REFUTED**",
} as const;

/** The operations, and what lies beyond them, of which some answer or input rests on the id. */
function restingOn(document: ContractDocument, id: string): string[] {
	const head = child(child(document.root, "x-beyond-operations"), "head");
	const operations = document.operations.filter(({ node, method }) => {
		if (ownAssumptions(head).includes(id)) return method === "GET";
		const inputs = [
			...(Array.isArray(node.parameters) ? node.parameters : []),
			node.requestBody,
		].filter(isNode);
		const audit = child(node, "x-audit");
		const nodes = [
			...inputs,
			...entries(child(node, "responses")).map(([, response]) => response),
		];
		const ids = nodes.flatMap((each) =>
			[...elements(document, each, "")].flatMap(
				({ assumptions }) => assumptions,
			),
		);
		return ids.includes(id) || audit["x-assumption"] === id;
	});
	if (operations.length === document.operations.length)
		return ["all operations"];
	return operations.map(
		({ id: operation, method, path }) => `\`${operation}\` (${method} ${path})`,
	);
}

function section(document: ContractDocument, entry: LedgerEntry): string {
	const where = restingOn(document, entry.id);
	return [
		`### \`${entry.id}\``,
		"",
		`> ${entry.assumes}`,
		"",
		`- **Why we assume it:** ${entry.because}`,
		`- **Left open by:** section ${entry.open} of the specification`,
		`- **Applies to:** ${where.length > 0 ? where.join(", ") : "all paths, defined or not"}`,
		`- **Status:** ${MARKS[entry.status]}${entry.evidence === undefined ? "" : `, ${entry.evidence}`}`,
		"",
		...(entry.status === "assumed"
			? [
					"Your answer: ☐ yes ☐ partly ☐ no. The service does this instead: ________________________",
					"",
				]
			: []),
	].join("\n");
}

const TITLES: Readonly<Record<string, string>> = {
	health: "Health",
	command: "Commands",
	pipeline: "Pipelines",
	zaps: "Zaps",
	zap: "Zaps",
	audit: "Audit",
	metrics: "Metrics",
	errors: "Errors",
	methods: "Methods",
	auth: "Authentication and limits",
	limits: "Authentication and limits",
};

/** The ledger as a document for the owners of the service. */
export function emitLedgerPage(
	document: ContractDocument,
	ledger: readonly LedgerEntry[],
): string {
	const chapters = new Map<string, LedgerEntry[]>();
	for (const entry of ledger) {
		const group = entry.id.split(".")[0] ?? entry.id;
		const title = TITLES[group] ?? group;
		chapters.set(title, [...(chapters.get(title) ?? []), entry]);
	}
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
${refuted.map(({ id, assumes }) => `\n> **Refuted: \`${id}\`.** ${assumes} The OpenAPI document still says so: change it.\n`).join("")}
${[...chapters].map(([title, entries]) => `## ${title}\n\n${entries.map((entry) => section(document, entry)).join("\n")}`).join("\n")}`;
}
