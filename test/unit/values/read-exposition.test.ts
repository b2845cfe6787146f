import { expect, test } from "vitest";
import {
	readExposition,
	readMetrics,
} from "../../../src/values/read-exposition.ts";

test("lines end with a line feed alone", () => {
	expect(readExposition("up 1\n").total("up")).toBe(1);
	expect(() => readExposition("up 1\r\n")).toThrow("a carriage return");
});

test("a sample can have very many labels, a long name and many families beside it", () => {
	const labels = Array.from({ length: 60_000 }, (_, i) => `l${i}="a"`);
	const types = Array.from(
		{ length: 40_000 },
		(_, i) => `# TYPE b${i} gauge\n`,
	);
	const others = Array.from({ length: 100_000 }, (_, i) => `a${i} 1\n`);
	const text = [`up{${labels}} 1\n`, ...others, ...types].join("");
	const { samples } = readExposition(text);
	expect(Object.keys(samples[0]?.labels ?? {})).toHaveLength(labels.length);
	for (const line of [`${"a".repeat(200_000)} {`, `a${" ".repeat(200_000)}{`])
		expect(() => readExposition(`${line}\n`)).toThrow("Invalid sample");
});

test.each(['a{l="1",l="2"} 1', 'a{l="1" 1', "a{l=1} 1", "a1"])(
	"%s is no sample",
	(line) => {
		expect(() => readExposition(`${line}\n`)).toThrow("Invalid");
	},
);

test("the items of an array in JSON have names, labels and what they measure", () => {
	const { samples } = readMetrics(
		JSON.stringify({
			metrics: [
				{ name: "books", value: 3, tags: { kind: "novel" } },
				{ name: "loans", value: 2 },
			],
			jars: [{ statistic: "COUNT", value: 5 }],
		}),
	);
	expect(samples).toEqual([
		{ name: "books", labels: { kind: "novel" }, value: 3 },
		{ name: "loans", labels: {}, value: 2 },
		{ name: "COUNT", labels: {}, value: 5 },
	]);
});
