/** A limit for a measured ratio, and a stricter target. */
export interface Goal {
	/** The key of the ratio in `measured` of a benchmark record. */
	readonly key: string;
	readonly measure: string;
	/** Whether a higher or a lower ratio is better. */
	readonly better: "more" | "less";
	readonly required: number;
	readonly target: number;
}

export type Verdict = "target met" | "met" | "missed";

const operations = ["getHealth", "listZaps", "submitCommand"];

const createGoals = (
	prefix: string,
	measure: string,
	bounds: Pick<Goal, "better" | "required" | "target">,
): Goal[] =>
	operations.map((operation) => ({
		key: `${prefix} ${operation}`,
		measure: `\`${operation}\`: ${measure}`,
		...bounds,
	}));

export const goals: readonly Goal[] = [
	...createGoals(
		"share",
		"responses per second, relative to bare `node:http`",
		{
			better: "more",
			required: 0.65,
			target: 0.9,
		},
	),
	{
		key: "start",
		measure: "time to the first 200, relative to bare `node:http`",
		better: "less",
		required: 2.5,
		target: 2,
	},
	{
		key: "memory",
		measure:
			"resident memory after 1,000,000 reads, relative to bare `node:http`",
		better: "less",
		required: 2,
		target: 1.5,
	},
	...createGoals(
		"p99",
		"p99 at half the maximum rate, relative to bare `node:http`",
		{
			better: "less",
			required: 2,
			target: 1.3,
		},
	),
	{
		key: "scale listZaps",
		measure:
			"`listZaps`: a page of 20 with 10,000 zaps, relative to 1,000 zaps",
		better: "less",
		required: 2,
		target: 1.2,
	},
	{
		key: "scale searchAudit",
		measure:
			"`searchAudit`: indexed filters with 100,000 records, relative to 1,000 records",
		better: "less",
		required: 2,
		target: 1.2,
	},
	...createGoals(
		"intercept",
		"intercepted request, relative to plain MSW with seven handlers",
		{
			better: "less",
			required: 1.2,
			target: 1,
		},
	),
];

export function judgeGoal(
	{ better, required, target }: Goal,
	ratio: number,
): Verdict {
	const reaches = (bound: number): boolean =>
		better === "more" ? ratio >= bound : ratio <= bound;
	if (reaches(target)) return "target met";
	return reaches(required) ? "met" : "missed";
}
