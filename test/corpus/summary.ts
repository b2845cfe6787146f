import type { Measured } from "./measure-document.ts";
import type { Outcome } from "./measure-file.ts";
import type { Share } from "./measure-resources.ts";

const KINDS = [
	"served",
	"success",
	"valid",
	"right",
	"rejected",
	"coherent",
] as const;

type Kind = (typeof KINDS)[number];

/** The shares that mocks of public documents have reached; a lower one is a step back. */
const REACHED: Readonly<Record<Kind, number>> = {
	...{ served: 0.955, success: 0.98, valid: 0.98, right: 0.97 },
	...{ rejected: 0.98, coherent: 0.77 },
};

const ABOUT: Readonly<Record<Kind, string>> = {
	served: "operations that are served",
	success: "operations with a documented success",
	valid: "JSON bodies that are valid, and say something",
	right: "operations with all of it right",
	rejected: "violations that are rejected",
	coherent: "resources that are coherent",
};

/** Adds up what was measured of several documents. */
export function addUp(all: readonly Measured[]): Readonly<Record<Kind, Share>> {
	const add = (kind: Kind): Share => ({
		passed: all.reduce((sum, each) => sum + each[kind].passed, 0),
		of: all.reduce((sum, each) => sum + each[kind].of, 0),
	});
	return {
		...{ served: add("served"), success: add("success"), valid: add("valid") },
		right: add("right"),
		...{ rejected: add("rejected"), coherent: add("coherent") },
	};
}

const ratioOf = ({ passed, of }: Share): number => (of === 0 ? 1 : passed / of);

/** Returns the kinds whose share is lower than what was reached. */
export const listSetbacks = (
	shares: Readonly<Record<Kind, Share>>,
	reached: Readonly<Record<Kind, number>> = REACHED,
): Kind[] => KINDS.filter((kind) => ratioOf(shares[kind]) < reached[kind]);

const formatShare = (share: Share): string =>
	`${(100 * ratioOf(share)).toFixed(1)}%`;

/** Returns the median time of those that start, in milliseconds. */
function findMedianStart(outcomes: readonly Outcome[]): number {
	const times = outcomes
		.flatMap(({ startMs }) => (startMs > 0 ? [startMs] : []))
		.sort((a, b) => a - b);
	return times[Math.floor(times.length / 2)] ?? 0;
}

/** Returns lines about many documents, for people. */
export function summarize(outcomes: readonly Outcome[]): string[] {
	const measured = outcomes.flatMap((each) => each.measured ?? []);
	const median = findMedianStart(outcomes);
	const shares = addUp(measured);
	return [
		`${outcomes.length} documents: ${measured.length} started, half of them within ${Math.round(median)} ms.`,
		...KINDS.map((kind) => {
			const { passed, of } = shares[kind];
			return `${formatShare(shares[kind]).padStart(6)}  ${passed} of ${of} ${ABOUT[kind]}`;
		}),
	];
}

/** Returns the rows of a table that compares servers. */
export const compare = (
	byServer: Readonly<Record<string, readonly Outcome[]>>,
): string[] => [
	"| | starts | documented success | body valid | all right | coherent | violation rejected | start, median |",
	`|${" --- |".repeat(8)}`,
	...Object.entries(byServer).map(([name, outcomes]) => {
		const measured = outcomes.flatMap((each) => each.measured ?? []);
		const { success, valid, right, coherent, rejected } = addUp(measured);
		const starts = { passed: measured.length, of: outcomes.length };
		const { passed, of } = coherent;
		const cells = [
			...[starts, success, valid, right].map(formatShare),
			...[`${passed} of ${of}`, formatShare(rejected)],
			`${Math.round(findMedianStart(outcomes))} ms`,
		];
		return `| ${[name, ...cells].join(" | ")} |`;
	}),
];
