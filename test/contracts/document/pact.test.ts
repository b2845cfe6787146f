import assert from "node:assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as comparator from "@pactflow/openapi-pact-comparator";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contract } from "../../../contracts/contract.ts";
import { readLedger } from "../../../contracts/generate/ledger.ts";
import { interactions } from "../../../contracts/interactions/index.ts";
import {
	PACT_FILE,
	writePact,
} from "../../../contracts/interactions/write-pact.ts";

interface Difference {
	readonly type: string;
	readonly code: string;
	readonly mockDetails?: { readonly interactionDescription?: string };
}

// An ES module cannot resolve the types of the package: they are re-exported without an extension.
const { Comparator } = comparator as unknown as {
	Comparator: new (
		document: unknown,
	) => { compare(pact: unknown): AsyncIterable<Difference> };
};

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
		const comparator = new Comparator(parse(await readFile(file, "utf8")));
		const differences: string[] = [];
		for await (const { type, code, mockDetails } of comparator.compare(
			JSON.parse(committed.replace(from, to)),
		))
			differences.push(
				`${type} ${code}: ${mockDetails?.interactionDescription}`,
			);
		return differences;
	}

	test("does not contradict the OpenAPI document", async () => {
		expect(await findDifferences()).toEqual([
			"warning request.query.unknown: listZaps: with an unknown parameter",
		]);
	});

	test("contradicts the OpenAPI document if a status is undocumented", async () => {
		expect(
			await findDifferences('"status": 201', '"status": 204'),
		).toContainEqual(expect.stringContaining(" response.status.unknown: "));
	});

	test("rejects two interactions with one description, of which Pact would keep the later", async () => {
		const [first] = interactions;
		assert(first);
		await expect(writePact([first, first], ledger)).rejects.toThrow(
			`Two interactions have the description "${first.description}"`,
		);
	});

	test("makes an interaction binding once all its assumptions are confirmed", async () => {
		const [health] = interactions;
		assert(health);
		const pending = async (status: "assumed" | "confirmed") => {
			const entries = ledger.map((entry) => ({ ...entry, status }));
			return JSON.parse(await writePact([health], entries)).interactions[0]
				.pending;
		};
		expect(await pending("assumed")).toBe(true);
		expect(await pending("confirmed")).toBe(false);
	});
});

describe("the contract", () => {
	const checks = [...interactions, ...contract.probes];
	const operationOf = ({ description }: { description: string }) =>
		description.split(":")[0] ?? "";
	const successOf = (operation: string) =>
		contract.operations.find(({ id }) => id === operation)?.success ?? 0;

	test("starts each description with an operation id and uses none twice", () => {
		const names = checks.map(({ description }) => description);
		expect(new Set(names).size).toBe(names.length);
		const operations = contract.operations.map(({ id }) => id);
		expect(
			checks.map(operationOf).filter((id) => !operations.includes(id)),
		).toEqual([]);
		expect(
			operations.filter(
				(id) => !interactions.some((each) => operationOf(each) === id),
			),
		).toEqual([]);
	});

	test("checks every assumption or explains why it cannot be tested", () => {
		const checked = new Set(checks.flatMap(({ assumptions }) => assumptions));
		const ids = ledger.map(({ id }) => id);
		expect(ids.filter((id) => !checked.has(id)).sort()).toEqual(
			Object.keys(contract.untestable).sort(),
		);
		expect([...checked].filter((id) => !ids.includes(id))).toEqual([]);
	});

	test("lists several assumptions for a check only if the place of a mismatch decides which it refutes", () => {
		const blamable = (operation: string, status: number): Set<string> => {
			const elements = contract.findResponseAssumptions(operation, status);
			return new Set([
				...(elements?.status ?? []),
				...(elements?.contentType ?? []),
				...Object.values(elements?.headers ?? {}).flat(),
				...Object.values(elements?.body ?? {}).flat(),
				...contract.findRequestAssumptions(operation),
			]);
		};
		const several = checks.filter(({ assumptions }) => assumptions.length > 1);
		const wrong = several.flatMap((check) => {
			const operation = operationOf(check);
			const { status = successOf(operation) } =
				"response" in check ? check.response : check;
			const known = blamable(
				operation,
				status === "clientError" ? 400 : status,
			);
			return check.assumptions
				.filter((id) => !known.has(id))
				.map((id) => `${check.description}: ${id}`);
		});
		expect(wrong).toEqual([]);
	});
});
