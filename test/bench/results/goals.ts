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

type Bounds = Pick<Goal, "better" | "required" | "target">;

const atLeast = (required: number, target: number): Bounds => ({
	better: "more",
	required,
	target,
});

const atMost = (required: number, target: number): Bounds => ({
	better: "less",
	required,
	target,
});

const forEachOperation = (
	prefix: string,
	measure: string,
	bounds: Bounds,
): Goal[] =>
	["getHealth", "listZaps", "submitCommand"].map((operation) => ({
		key: `${prefix} ${operation}`,
		measure: `\`${operation}\`: ${measure}`,
		...bounds,
	}));

const BARE = "relative to bare `node:http`";

export const goals: readonly Goal[] = [
	...forEachOperation(
		"share",
		`responses per second, ${BARE}`,
		atLeast(0.65, 0.9),
	),
	{
		key: "start",
		measure: `time to the first 200, ${BARE}`,
		...atMost(2.5, 2),
	},
	{
		key: "memory",
		measure: `resident memory after 1,000,000 reads, ${BARE}`,
		...atMost(2, 1.5),
	},
	...forEachOperation(
		"p99",
		`p99 at half the maximum rate, ${BARE}`,
		atMost(2, 1.3),
	),
	{
		key: "scale listZaps",
		measure:
			"`listZaps`: a page of 20 with 10,000 zaps, relative to 1,000 zaps",
		...atMost(2, 1.2),
	},
	{
		key: "scale searchAudit",
		measure:
			"`searchAudit`: indexed filters with 100,000 records, relative to 1,000 records",
		...atMost(2, 1.2),
	},
	...forEachOperation(
		"intercept",
		"intercepted request, relative to plain MSW with seven handlers",
		atMost(1.2, 1),
	),
];

export function judgeGoal(
	{ better, required, target }: Goal,
	ratio: number,
): "target met" | "met" | "missed" {
	const reaches = (bound: number): boolean =>
		better === "more" ? ratio >= bound : ratio <= bound;
	if (reaches(target)) return "target met";
	return reaches(required) ? "met" : "missed";
}
