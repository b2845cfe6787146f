import { child } from "../../src/document/node.ts";
import {
	collectAssumptions,
	ownAssumptions,
} from "../../src/document/provenance.ts";
import type { DocumentParts } from "../../src/document/read-operations.ts";
import type { LedgerEntry } from "./read-sources.ts";

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

/** Emits the ledger as a page for the owners of the service. */
export function emitLedgerPage(
	document: DocumentParts,
	ledger: readonly LedgerEntry[],
): string {
	const chapters = new Map<string, LedgerEntry[]>();
	for (const entry of ledger) {
		const [group = ""] = entry.id.split(".");
		const title =
			TITLES[group] ?? group.charAt(0).toUpperCase() + group.slice(1);
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
${refuted.map(({ id, assumes }) => `\n> **Refuted: \`${id}\`.** ${assumes} The OpenAPI document still states it. Change \`contracts/openapi.yaml\`.\n`).join("")}
${[...chapters].map(([title, entries]) => `## ${title}\n\n${entries.map((entry) => createSection(document, entry)).join("\n")}`).join("\n")}`;
}
