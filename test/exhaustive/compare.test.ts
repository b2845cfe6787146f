import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { type CompareOptions, compare } from "zaps-understudy/verify";
import { rules } from "../../examples/library/rules.ts";
import { startLibrary } from "../contracts/library/start-library.ts";
import { CONTRARY } from "../provider/differences.ts";
import { EDITS } from "../provider/edits.ts";
import {
	SEMANTIC_MUTANTS,
	startMutant,
} from "../provider/semantic-mutants/start-mutant.ts";
import { startService } from "../provider/server.ts";
import { loadEdited } from "../provider/verify-edited.ts";
import { serveMock } from "../support/serve-mock.ts";
import { isWhole, sample } from "./sample.ts";

const AGREES = { fidelity: 1, noise: [], disagreements: [] };

/** As many requests as the issue asks for take some minutes. */
const RUNS: CompareOptions = isWhole
	? { runs: 1_500, timeS: 600 }
	: { runs: 3 };

const libraryOptions = async (): Promise<CompareOptions> => ({
	document: await loadDocument("examples/library/openapi.yaml"),
	handlers: rules,
});

test.each(sample(SEMANTIC_MUTANTS))(
	"a sequence of few requests shows the defect of a $service service: $name",
	async (mutant) => {
		await using service = await startMutant(mutant);
		const options = mutant.service === "library" ? await libraryOptions() : {};
		const { shown } = await compare(service.url, {
			...options,
			timeS: isWhole ? 60 : 10,
		});
		const lengths = shown.map(({ steps }) => steps.length);
		expect(lengths.length).toBeGreaterThan(0);
		expect(Math.min(...lengths)).toBeLessThanOrEqual(mutant.shortest + 2);
	},
	80_000,
);

test("a service that differs wherever the document allows it agrees with the mock", async () => {
	await using service = await startService({ differences: CONTRARY });
	const { report } = await compare(service.url, RUNS);
	expect(report).toMatchObject(AGREES);
}, 620_000);

test("a service that finds audit records late agrees with the mock", async () => {
	await using service = await startService({ differences: ["audit-delayed"] });
	const { report } = await compare(service.url, { runs: 2, seed: 5 });
	expect(report).toMatchObject({ fidelity: 1, disagreements: [] });
});

test("an implementation of another document agrees with its mock", async () => {
	await using library = await startLibrary();
	const options = { ...RUNS, ...(await libraryOptions()) };
	const { report } = await compare(library.url, options);
	expect(report).toMatchObject(AGREES);
}, 620_000);

test.each([
	["a cursor", () => startService(), async () => ({})],
	["an offset", () => startLibrary(), libraryOptions],
])(
	"sequences that are played at the same time do not disturb each other: pages by %s",
	async (_, start, createOptions) => {
		await using service = await start();
		const options = await createOptions();
		const { report } = await compare(service.url, {
			...{ ...options, runs: 16, seed: 2, concurrency: 4 },
		});
		expect(report).toMatchObject(AGREES);
	},
);

const EXAMPLES = "node_modules/@readme/oas-examples/3.0/json";
const DOCUMENTS = [
	...["callbacks", "circular", "complex-nesting", "discriminators"],
	...["form-data", "http-status-codes", "parameters-style", "petstore"],
	...["petstore-expanded", "polymorphism", "readme-extensions"],
	...["request-examples", "response-examples", "response-schemas"],
	...["schema-circular", "schema-enums", "schema-types", "schema-validation"],
	...["server-variables", "uspto"],
];

test.each(sample(DOCUMENTS))(
	"the mock of a public document agrees with itself: %s",
	async (file) => {
		const document = await loadDocument(`${EXAMPLES}/${file}.json`);
		const mock = createMock({ document, clock: "system" });
		await using server = await serveMock(mock);
		const headers = { authorization: "Bearer any", api_key: "any" };
		const { report } = await compare(server.url, {
			...{ document, headers, runs: 3 },
		});
		expect(report).toMatchObject(AGREES);
	},
);

test.each(sample(Object.keys(EDITS)))(
	"the mock of an edited document agrees with itself: %s",
	async (difference) => {
		const document = await loadEdited([difference]);
		const mock = createMock({ document, clock: "system" });
		await using server = await serveMock(mock);
		const { report } = await compare(server.url, { document, runs: 3 });
		expect(report).toMatchObject(AGREES);
	},
);
