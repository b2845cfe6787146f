import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MatchersV3, PactV4 } from "@pact-foundation/pact";
import * as comparator from "@pactflow/openapi-pact-comparator";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readLedger } from "../../../contracts/generate/read-sources.ts";
import {
	createInteractions,
	type Exchange,
} from "../../../src/checks/interaction.ts";
import {
	exactly,
	fromState,
	like,
	newText,
	regex,
	stringLike,
} from "../../../src/checks/matcher.ts";
import type { Tested } from "../../../src/checks/subject.ts";
import { writePact } from "../../../src/checks/write-pact.ts";
import { postJson } from "../../support/post-json.ts";
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

const ID = "zap_01KDVQ2JM0R4T7XKQ5D2V9N8HC";

/** Returns what pact-js writes for a new zap and a search for it. */
async function writeWithPactJs(): Promise<string> {
	const { eachLike: _, ...matchers } = MatchersV3;
	const { constrainedArrayLike, fromProviderState } = matchers;
	const dir = await mkdtemp(join(tmpdir(), "understudy-pact-"));
	process.env.PACT_DO_NOT_TRACK = "true";
	const pact = new PactV4({ ...PARTIES, dir, logLevel: "error" });
	/** Waits after the whole response, because Pact notes the request only when it has sent that. */
	const send =
		(path: string, body: object) => async (mock: { url: string }) => {
			const response = await fetch(mock.url + path, postJson(body));
			await response.arrayBuffer();
			await setTimeout(200);
		};
	const type = (mediaType: string) => ({
		"Content-Type": matchers.regex(`(?i)${mediaType} *(;.*)?`, mediaType),
	});
	const text = (pattern: string, value: string) => ({
		"pact:matcher:type": [
			{ "pact:matcher:type": "type" },
			{ "pact:matcher:type": "regex", regex: pattern },
		],
		value,
	});
	try {
		await pact
			.addInteraction()
			.uponReceiving("createZap: new")
			.reference("specification", "section 4", "POST /v1/zaps")
			.comment({ key: "assumptions", value: "zaps.created, zap.fields" })
			.pending(true)
			.withRequest("POST", "/v1/zaps", (builder) => {
				builder.headers({ "Content-Type": "application/json" }).jsonBody({
					name: {
						"pact:matcher:type": "regex",
						"pact:generator:type": "Regex",
						regex: "[a-z]{3}",
						value: "abc",
					},
				});
			})
			.willRespondWith(201, (builder) => {
				builder.headers(type("application/json") as never).jsonBody({
					id: text("zap_[0-9A-Z]{26}", ID),
					name: matchers.regex("[a-z]{3}", "abc"),
					tags: constrainedArrayLike(matchers.like("a"), 1, 1, 1),
				});
			})
			.executeTest(send("/v1/zaps", { name: "abc" }));
		await pact
			.addInteraction()
			.given("records were created", { operation: "createZap" })
			.uponReceiving("searchAudit: for it")
			.reference("specification", "section 4", "POST /v1/audit/search")
			.comment({ key: "assumptions", value: "audit.query" })
			.pending(false)
			.withRequest("POST", "/v1/audit/search", (builder) => {
				builder
					.headers({ "Content-Type": "application/json" })
					.jsonBody({ subjectId: fromProviderState("\u0024{id}", ID) });
			})
			.willRespondWith(
				matchers.matchStatus(400, matchers.HTTPResponseStatusClass.ClientError),
			)
			.executeTest(send("/v1/audit/search", { subjectId: ID }));
		return await readFile(join(dir, "understudy-zaps-service.json"), "utf8");
	} finally {
		await rm(dir, { recursive: true, force: true });
	}
}

/** Without what tells the library and the type of a value of a state, and in the order of names. */
const normalize = (pact: object): unknown =>
	JSON.parse(JSON.stringify(pact), (name, value) =>
		name === "metadata" || name === "dataType" ? undefined : value,
	);

describe("the pact", () => {
	test("is what pact-js writes", async () => {
		const created: Exchange = {
			assumptions: ["zaps.created", "zap.fields"],
			body: { name: newText("[a-z]{3}", "abc") },
			mediaType: "application/json",
			json: {
				id: stringLike("zap_[0-9A-Z]{26}", ID),
				name: regex("[a-z]{3}", "abc"),
				tags: exactly(1, like("a")),
			},
		};
		const searched: Exchange = {
			assumptions: ["audit.query"],
			given: {
				state: "records were created",
				params: { operation: "createZap" },
			},
			body: { subjectId: fromState("id", ID) },
			status: "clientError",
		};
		const own = writePact(
			[
				...createInteractions(find("createZap"), { new: created }),
				...createInteractions(find("searchAudit"), { "for it": searched }),
			],
			new Set(["audit.query"]),
			PARTIES,
		);
		expect(normalize(own)).toEqual(
			normalize(JSON.parse(await writeWithPactJs())),
		);
	});

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
