import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compare, type Group } from "./comparison.ts";
import type { Benchmark } from "./report.ts";

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL("peers/in-test.mjs", import.meta.url));

interface Times {
	readonly firstMs: number;
	readonly eachMs: number;
}

async function runTests(subject: string, others: number): Promise<Times> {
	const args = [PROGRAM, subject, `${others}`];
	return JSON.parse((await run(process.execPath, args)).stdout);
}

/** Measures a test with a POST, a GET and assertions, against handlers and their state written by hand. */
export const measure: Benchmark = async ({ quick }) => {
	const compareTimes = (
		title: string,
		group: Pick<Group, "key">,
		measureOne: (subject: string) => Promise<number>,
		digits: number,
	) =>
		compare(title, { rounds: quick ? 5 : 15, warmUps: 1, digits, unit: "ms" }, [
			{
				...group,
				subjects: {
					"plain MSW, seven handlers": () => measureOne("plain"),
					setupMock: () => measureOne("mock"),
				},
			},
		]);
	const first = await compareTimes(
		"The first test of a process, from its start",
		{},
		async (subject) => (await runTests(subject, 1)).firstMs,
		0,
	);
	const each = await compareTimes(
		"Each other test of a process with 1,000",
		{ key: "tests" },
		async (subject) => (await runTests(subject, 500)).eachMs,
		2,
	);
	const [plain, mock] = first.findings.map(({ value }) => value.median);
	const difference = `The first test takes ${((mock ?? NaN) - (plain ?? NaN)).toFixed(0)} ms more.`;
	return {
		...each,
		lines: [...first.lines, "", difference, "", ...each.lines],
	};
};
