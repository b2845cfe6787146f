import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as comparator from "@pactflow/openapi-pact-comparator";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readLedger } from "../../../contracts/generate/read-sources.ts";
import { createInteractions } from "../../../src/checks/interaction.ts";
import type { Tested } from "../../../src/checks/subject.ts";
import { writePact } from "../../../src/checks/write-pact.ts";
import { contract, shippedDocument } from "../../support/shipped-contract.ts";

// An ES module cannot resolve the types of the package: they are re-exported without an extension.
const { Comparator } = Object(comparator);

const ROOT = join(import.meta.dirname, "../../..");
const committed = await readFile(
	join(ROOT, "contracts/pacts/understudy-zaps-service.json"),
	"utf8",
);
const ledger = await readLedger(ROOT);
const PARTIES = { consumer: "understudy", provider: "zaps-service" };

interface Written {
	readonly description: string;
	readonly comments?: { readonly assumptions?: string };
	readonly response: { readonly status: number };
}

const { interactions }: { interactions: readonly Written[] } =
	JSON.parse(committed);

/** An operation of the document of the package. */
function find(id: string): Tested {
	const plan = shippedDocument.plans.find((each) => each.operation.id === id);
	const operation = contract.operations.find((each) => each.id === id);
	if (!plan || !operation) throw new Error(`There is no operation ${id}.`);
	return { plan, operation, path: operation.path, collection: undefined };
}

describe("the pact", () => {
	test("in the repository is that of the document", () => {
		const written = `${JSON.stringify(contract.pact, null, 2)}\n`;
		expect(written === committed, "run npm run contracts").toBe(true);
		// Generated examples would differ each time.
		for (const { response } of interactions)
			expect(JSON.stringify(response)).not.toContain('"generators"');
	});

	/** Compares the committed pact, changed or not, with the OpenAPI document. */
	async function findDifferences(from = "", to = ""): Promise<string[]> {
		const file = join(ROOT, "contracts/openapi.yaml");
		const differences: string[] = [];
		for await (const { type, code, mockDetails } of new Comparator(
			parse(await readFile(file, "utf8")),
		).compare(JSON.parse(committed.replace(from, to))))
			differences.push(
				`${type} ${code}: ${mockDetails?.interactionDescription}`,
			);
		return differences;
	}

	test("contradicts the OpenAPI document only if a status is undocumented", async () => {
		expect(await findDifferences()).toEqual([]);
		expect(
			await findDifferences('"status": 201', '"status": 204'),
		).toContainEqual(expect.stringContaining(" response.status.unknown: "));
	});

	const [one] = createInteractions(find("getHealth"), {
		one: { assumptions: ["health.body"] },
	});
	if (!one) throw new Error("There is no interaction.");

	test("rejects two interactions with one description, of which Pact would keep the later", () => {
		expect(() => writePact([one, one], new Set(), PARTIES)).toThrow(
			'Two interactions have the description "getHealth: one"',
		);
	});

	test.each([
		[[], true],
		[["health.body"], false],
	] as const)(
		"with %j confirmed has pending interactions: %s",
		(confirmed, pending) => {
			const pact = writePact([one], new Set(confirmed), PARTIES);
			expect(pact.interactions).toMatchObject([{ pending }]);
		},
	);
});

describe("the contract", () => {
	const checks = [
		...interactions.map(({ description, comments, response }) => ({
			description,
			assumptions: comments?.assumptions?.split(", ") ?? [],
			status: response.status,
		})),
		...contract.probes,
	];
	const operationOf = ({ description }: { description: string }) =>
		description.split(":")[0] ?? "";
	test("starts each description with an operation id and uses none twice", () => {
		const names = checks.map(({ description }) => description);
		expect(new Set(names).size).toBe(names.length);
		const ids = contract.operations.map(({ id }) => id).sort();
		expect([...new Set(interactions.map(operationOf))].sort()).toEqual(ids);
		expect(ids).toEqual(expect.arrayContaining(checks.map(operationOf)));
	});

	test("checks every assumption or explains why it cannot be tested", () => {
		const checked = checks.flatMap(({ assumptions }) => assumptions);
		const covered = [...new Set(checked), ...Object.keys(contract.untestable)];
		expect(covered.sort()).toEqual(ledger.map(({ id }) => id).sort());
	});

	test("lists several assumptions for a check only if the place of a mismatch decides which it refutes", () => {
		for (const check of checks) {
			const { description, assumptions, status } = check;
			if (assumptions.length === 1) continue;
			const operation = operationOf(check);
			const elements = contract.documented.findResponseAssumptions(
				operation,
				status,
			);
			const { headers = {}, body = {} } = elements ?? {};
			const blamable = [
				elements?.status ?? [],
				elements?.contentType ?? [],
				...Object.values({ ...headers, ...body }),
				contract.documented.findRequestAssumptions(operation),
			].flat();
			expect(blamable, description).toEqual(
				expect.arrayContaining([...assumptions]),
			);
		}
	});
});
