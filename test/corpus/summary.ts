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
	...{ served: 0.96, success: 0.965, valid: 0.965, right: 0.95 },
	...{ rejected: 0.97, coherent: 0.7 },
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

/** Returns lines about many documents, for people. */
export function summarize(outcomes: readonly Outcome[]): string[] {
	const measured = outcomes.flatMap((each) => each.measured ?? []);
	const times = outcomes
		.flatMap(({ startMs }) => (startMs > 0 ? [startMs] : []))
		.sort((a, b) => a - b);
	const median = times[Math.floor(times.length / 2)] ?? 0;
	const shares = addUp(measured);
	return [
		`${outcomes.length} documents: ${measured.length} started, half of them within ${Math.round(median)} ms.`,
		...KINDS.map((kind) => {
			const { passed, of } = shares[kind];
			const percent = (100 * ratioOf(shares[kind])).toFixed(1);
			return `${percent.padStart(5)}%  ${passed} of ${of} ${ABOUT[kind]}`;
		}),
	];
}
