import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
	type MutationReport,
	mutate,
	VerificationError,
} from "zaps-understudy/verify";
import { startService } from "../../provider/server.ts";
import { closedPort, startEmpty } from "../../support/stub-server.ts";
import { testFolder } from "../../support/test-folder.ts";
import { contract, mutateContract, understudy } from "../verification/built.ts";

const PACT = join(
	import.meta.dirname,
	"../../../contracts/pacts/understudy-zaps-service.json",
);

const folder = await testFolder();
const provider = await startService();
afterAll(() => provider[Symbol.asyncDispose]());

const only = ["getHealth"];

describe("a provider that passes", () => {
	test("has every mutant of one operation killed or explained", async () => {
		const file = join(folder.path, "reports/mutants.json");
		const { code, stdout } = await understudy(
			...["mutate", provider.url, "--only", "getHealth"],
			...["--min", "95", "--report", `json=${file}`],
		);
		expect(code).toBe(0);
		expect(stdout).toMatch(/\d+ of \d+ mutants were killed, 100\.0%/);
		expect(stdout).toContain("Equivalent, because the document allows");

		const report: MutationReport = JSON.parse(await readFile(file, "utf8"));
		const { mutants, kinds, equivalents } = report;
		expect(report).toMatchObject({
			...{ provider: provider.url, score: 1, survivors: [], killed: mutants },
			equivalent: equivalents.length,
		});
		expect(mutants).toBeGreaterThan(90);
		expect(equivalents.filter(({ why }) => why === "")).toEqual([]);
		expect(kinds.reduce((sum, kind) => sum + kind.mutants, 0)).toBe(mutants);
		// Checks of an operation also send requests that match no operation.
		expect(new Set(equivalents.map(({ operation }) => operation))).toEqual(
			new Set(["getHealth", "undefinedMethod", "unknownPath"]),
		);
	});

	test("leaves survivors in what the contract does not check", async () => {
		const { interactions, ...others } = JSON.parse(
			await readFile(PACT, "utf8"),
		);
		const isOfForm = ({ description }: { description: string }) =>
			/^getHealth: (as the document|the example)/.test(description);
		const pact = {
			...others,
			interactions: interactions.filter(
				(each: { description: string }) => !isOfForm(each),
			),
		};
		const probes = contract.probes.filter((each) => !isOfForm(each));
		expect(probes).toHaveLength(contract.probes.length - 1);
		const { score, survivors } = await mutateContract(
			...([{ ...contract, pact, probes }, provider.url, { only }] as const),
		);
		expect(score).toBeLessThan(0.95);
		expect(survivors).toContainEqual({
			operation: "getHealth",
			mutation: "remove a property",
			where: "200 $.status",
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

	test("is rejected if it is on another machine", async () => {
		await expect(mutate("http://example.com")).rejects.toThrow(
			"Pass --allow-writes",
		);
	});

	test("makes the command exit with 2 and one sentence if it does not respond", async () => {
		await using closed = await closedPort();
		const { code, stdout, stderr } = await understudy("mutate", closed.url);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toMatch(
			/^(… .*\n)?understudy: Mutation testing needs a running provider, but this one refused the connection\. .+\n$/,
		);
	});

	test("stops at the deadline", async () => {
		await expect(mutate(provider.url, { deadlineS: 1 })).rejects.toThrow(
			"within the deadline of 1 s",
		);
	});
});
