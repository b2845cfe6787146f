import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mutate, VerificationError } from "zaps-understudy/verify";
import {
	type Ordinary,
	startOrdinary,
} from "../../provider/ordinary/server.ts";
import { run } from "../../support/run.ts";
import { closedPort, startEmpty } from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";
import { contract } from "./built.ts";

type Mutation =
	typeof import("../../../src/verification/mutation/mutate-contract.ts");

const ROOT = join(import.meta.dirname, "../../..");
const PACT = join(ROOT, "contracts/pacts/understudy-zaps-service.json");
/** From the build, since Pact's verifier runs in a process of its own from a built file. */
const { mutateContract }: Mutation = await import(
	join(ROOT, "dist/src/verification/mutation/mutate-contract.js")
);

let provider: Ordinary;
let folder: string;
beforeAll(async () => {
	provider = await startOrdinary({ port: 0, host: "127.0.0.1" });
	folder = await mkdtemp(join(tmpdir(), "understudy-mutate-"));
});
afterAll(async () => {
	await provider.close();
	await rm(folder, { recursive: true });
});

const only = ["getHealth"];

describe("a provider that passes", () => {
	test("has every mutant of one operation killed or explained", async () => {
		const report = await mutate(provider.url, { only });
		expect(report).toMatchObject({ score: 1, survivors: [] });
		expect(report.mutants).toBe(report.killed);
		expect(report.mutants).toBeGreaterThan(90);
		expect(report.equivalents).toHaveLength(report.equivalent);
		for (const { why } of report.equivalents) expect(why).not.toBe("");
		const counted = report.kinds.reduce((sum, { mutants }) => sum + mutants, 0);
		expect(counted).toBe(report.mutants);
		// Checks of an operation also send requests that match no operation.
		expect(
			new Set(report.equivalents.map(({ operation }) => operation)),
		).toEqual(new Set(["getHealth", "undefinedMethod", "unknownPath"]));
	});

	test("leaves survivors in what the contract does not check", async () => {
		const pact = JSON.parse(await readFile(PACT, "utf8"));
		const file = join(folder, "weakened.json");
		const interactions = pact.interactions.filter(
			({ description }: { description: string }) =>
				description !== "getHealth: of a service that is up",
		);
		expect(interactions).toHaveLength(pact.interactions.length - 1);
		await writeFile(file, JSON.stringify({ ...pact, interactions }));

		const { score, survivors } = await mutateContract(
			{ ...contract, pact: file },
			provider.url,
			{ only },
		);
		expect(score).toBeLessThan(0.95);
		expect(survivors).toContainEqual({
			operation: "getHealth",
			mutation: "remove a property",
			where: "200 $.status",
		});
	});

	test("is measured by the command, with a report", async () => {
		const report = join(folder, "reports/mutants.json");
		const { code, stdout } = await run(process.execPath, [
			CLI,
			...["mutate", provider.url, "--only", "getHealth"],
			...["--min", "95", "--report", `json=${report}`],
		]);
		expect(code).toBe(0);
		expect(stdout).toMatch(/\d+ of \d+ mutants were killed, 100\.0%/);
		expect(stdout).toContain("Equivalent, because the document allows");
		expect(JSON.parse(await readFile(report, "utf8"))).toMatchObject({
			provider: provider.url,
			score: 1,
			survivors: [],
		});
	});
});

describe("a provider that cannot be measured", () => {
	test("is rejected if it does not pass", async () => {
		await using empty = await startEmpty();
		const mutating = mutate(empty.url, { only });
		await expect(mutating).rejects.toBeInstanceOf(VerificationError);
		await expect(mutating).rejects.toThrow(
			/^Mutation testing needs a provider that passes .* the first is getHealth: /,
		);
	});

	test("is rejected if it does not respond", async () => {
		await using closed = await closedPort();
		await expect(mutate(closed.url)).rejects.toThrow(
			"this one refused the connection",
		);
	});

	test.each([
		["not a URL", "nowhere", /Invalid base URL/],
		["on another machine", "http://example.com", /Pass --allow-writes/],
	])("is rejected if it is %s", async (_, url, message) => {
		await expect(mutate(url)).rejects.toThrow(message);
	});

	test("makes the command exit with 2 and one sentence", async () => {
		await using closed = await closedPort();
		const { code, stdout, stderr } = await run(process.execPath, [
			CLI,
			"mutate",
			closed.url,
		]);
		expect(code).toBe(2);
		expect(stdout).toBe("");
		expect(stderr).toContain(
			"understudy: Mutation testing needs a running provider",
		);
		expect(stderr).not.toContain("    at ");
	});

	test("stops at the deadline", async () => {
		await expect(mutate(provider.url, { deadlineS: 1 })).rejects.toThrow(
			"within the deadline of 1 s",
		);
	});
});
