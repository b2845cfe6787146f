import { benchRequests } from "../load/bench-requests.ts";

/** A limit for a measured ratio, and a stricter target. */
export type Goal = readonly [
	/** The key of the ratio in `measured` of a benchmark record. */
	key: string,
	measure: string,
	/** Whether a higher or a lower ratio is better. */
	better: "more" | "less",
	required: number,
	target: number,
];

const BARE = "relative to bare `node:http`";
const LARGE_LIST = "a page of 20 with 10,000 zaps, relative to 1,000 zaps";
const LARGE_AUDIT =
	"indexed filters with 100,000 records, relative to 1,000 records";
const TWICE = "64,000 invalid items, relative to 32,000";
const PLAIN = "relative to plain MSW with seven handlers";

/** A key that ends in `*` stands for a goal of each measured operation. */
const ROWS: readonly Goal[] = [
	["share *", `responses per second, ${BARE}`, "more", 0.65, 0.9],
	["start", `time to the first 200, ${BARE}`, "less", 1.7, 1.5],
	["memory", `resident memory after 1,000,000 reads, ${BARE}`, "less", 2, 1.5],
	["p99 *", `p99 at half the maximum rate, ${BARE}`, "less", 2, 1.3],
	["scale listZaps", `\`listZaps\`: ${LARGE_LIST}`, "less", 2, 1.2],
	["scale searchAudit", `\`searchAudit\`: ${LARGE_AUDIT}`, "less", 2, 1.2],
	["linear request", `a request with ${TWICE}`, "less", 2.5, 2.2],
	["linear response", `a forwarded response with ${TWICE}`, "less", 2.5, 2.2],
	["intercept *", `intercepted request, ${PLAIN}`, "less", 1.2, 1],
];

export const goals: readonly Goal[] = ROWS.flatMap(
	([key, measure, ...bounds]): Goal[] =>
		key.endsWith("*")
			? benchRequests.map(({ operation }) => [
					key.replace("*", operation),
					`\`${operation}\`: ${measure}`,
					...bounds,
				])
			: [[key, measure, ...bounds]],
);

export function judgeGoal(
	[, , better, required, target]: Goal,
	ratio: number,
): "target met" | "met" | "missed" {
	const reaches = (bound: number): boolean =>
		better === "more" ? ratio >= bound : ratio <= bound;
	if (reaches(target)) return "target met";
	return reaches(required) ? "met" : "missed";
}
