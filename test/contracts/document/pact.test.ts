import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as comparator from "@pactflow/openapi-pact-comparator";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contract } from "../../../contracts/contract.ts";
import { readLedger } from "../../../contracts/generate/read-sources.ts";
import { interactions } from "../../../contracts/interactions/index.ts";
import {
	PACT_FILE,
	writePact,
} from "../../../contracts/interactions/write-pact.ts";

// An ES module cannot resolve the types of the package: they are re-exported without an extension.
const { Comparator } = Object(comparator);

const ROOT = join(import.meta.dirname, "../../..");
const committed = await readFile(
	join(ROOT, "contracts/pacts", PACT_FILE),
	"utf8",
);
const ledger = await readLedger(ROOT);

describe("the pact", () => {
	test("is the same, byte for byte, every time it is written", async () => {
		const written = await writePact(interactions, ledger);
		expect(written === committed, "run npm run contracts").toBe(true);
		// Generated examples would differ each time.
		for (const { response } of JSON.parse(committed).interactions)
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
		expect(await findDifferences()).toEqual([
			"warning request.query.unknown: listZaps: with an unknown parameter",
		]);
		expect(
			await findDifferences('"status": 201', '"status": 204'),
		).toContainEqual(expect.stringContaining(" response.status.unknown: "));
	});

	test("rejects two interactions with one description, of which Pact would keep the later", async () => {
		const first = interactions.slice(0, 1);
		await expect(writePact([...first, ...first], ledger)).rejects.toThrow(
			`Two interactions have the description "${first[0]?.description}"`,
		);
	});

	test.each([
		["assumed", true],
		["confirmed", false],
	] as const)(
		"with only %s assumptions has pending interactions: %s",
		async (status, pending) => {
			const entries = ledger.map((entry) => ({ ...entry, status }));
			const pact = JSON.parse(
				await writePact(interactions.slice(0, 1), entries),
			);
			expect(pact.interactions).toMatchObject([{ pending }]);
		},
	);
});

describe("the contract", () => {
	const checks = [...interactions, ...contract.probes];
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
			const { description, assumptions } = check;
			if (assumptions.length === 1) continue;
			const operation = operationOf(check);
			const {
				status = contract.operations.find(({ id }) => id === operation)
					?.success ?? 0,
			} = check;
			const elements = contract.documented.findResponseAssumptions(
				operation,
				status === "clientError" ? 400 : status,
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
