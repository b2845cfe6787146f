/** What was set out to reach. */
export interface Goal {
	/** By which a bench names what it measured of it. */
	readonly key: string;
	readonly measure: string;
	/** Whether more is better, or less. */
	readonly better: "more" | "less";
	readonly atLeast: number;
	readonly aim: number;
}

export type Verdict = "aim met" | "met" | "missed";

const operations = ["getHealth", "listZaps", "submitCommand"];

const forEach = (
	prefix: string,
	measure: string,
	bounds: Pick<Goal, "better" | "atLeast" | "aim">,
): Goal[] =>
	operations.map((operation) => ({
		key: `${prefix} ${operation}`,
		measure: `\`${operation}\`: ${measure}`,
		...bounds,
	}));

export const goals: readonly Goal[] = [
	...forEach("share", "responses per second, as a share of bare `node:http`", {
		better: "more",
		atLeast: 0.65,
		aim: 0.9,
	}),
	{
		key: "start",
		measure: "start to first 200, relative to bare `node:http`",
		better: "less",
		atLeast: 2.5,
		aim: 2,
	},
	{
		key: "memory",
		measure:
			"resident memory after 1,000,000 reads, relative to bare `node:http`",
		better: "less",
		atLeast: 2,
		aim: 1.5,
	},
	...forEach(
		"p99",
		"p99 at half of the maximum rate, relative to bare `node:http`",
		{
			better: "less",
			atLeast: 2,
			aim: 1.3,
		},
	),
	{
		key: "scale listZaps",
		measure: "`listZaps`: a page of 20 of 10,000 zaps, relative to 1,000 zaps",
		better: "less",
		atLeast: 2,
		aim: 1.2,
	},
	{
		key: "scale searchAudit",
		measure:
			"`searchAudit`: indexed filters on 100,000 records, relative to 1,000 records",
		better: "less",
		atLeast: 2,
		aim: 1.2,
	},
	...forEach(
		"intercept",
		"intercepted, relative to plain MSW with seven handlers",
		{
			better: "less",
			atLeast: 1.2,
			aim: 1,
		},
	),
];

export function judge({ better, atLeast, aim }: Goal, ratio: number): Verdict {
	const reaches = (bound: number): boolean =>
		better === "more" ? ratio >= bound : ratio <= bound;
	if (reaches(aim)) return "aim met";
	return reaches(atLeast) ? "met" : "missed";
}
