import { readText } from "../document/expect-status.ts";
import { formatCurl } from "../values/curl.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import type { Difference } from "./comparing.ts";
import type { PlayedStep } from "./play.ts";
import type { Run } from "./run-comparison.ts";
import type { Step } from "./step.ts";
import { type Agreement, type Found, kindOf } from "./tally.ts";

export type { Agreement } from "./tally.ts";

type Agreements = Readonly<Record<string, Agreement>>;

/**
 * A kind of difference that occurs in one play of a sequence but not in another, or between two plays on the service.
 */
export type Noise = Pick<Difference, "operation" | "where" | "mock" | "real">;

/** One way in which the mock and the service respond differently to the same sequence of requests. */
export interface Disagreement extends Noise {
	/** The ids of the assumptions that the place depends on. */
	readonly assumptions: readonly string[];
	/** The number of responses with this difference. */
	readonly count: number;
	/** Shell commands that repeat the sequence. Each has its step as JSON in a comment, for `--replay`. */
	readonly sequence: readonly string[];
}

/** The share of responses that agree, and the disagreements. A plain JSON value. */
export interface ComparisonReport extends Agreement {
	readonly byOperation: Agreements;
	readonly byBehavior: Agreements;
	/** By the ids of the assumptions that the mock's responses depend on. */
	readonly byAssumption: Agreements;
	readonly noise: readonly Noise[];
	readonly disagreements: readonly Disagreement[];
}

/** One request of a sequence, and both responses. */
export interface ShownStep {
	/** Method and path. */
	readonly request: string;
	/** The body of the request; the empty string if there is none. */
	readonly body: string;
	/** Status and body. */
	readonly mock: string;
	readonly real: string;
	readonly curl: string;
}

/** A disagreement for people. */
export interface ShownDisagreement extends Disagreement {
	/** The difference in words. */
	readonly form: string;
	readonly steps: readonly ShownStep[];
	/** Whether the sequence was shortened, and shows the difference again. */
	readonly isConfirmed: boolean;
}

const COMMENT = " # ";

/** Returns a shell command that sends the request of a step, with the step as a comment. */
const writeCommand = (curl: string, step: Step): string =>
	`${curl}${COMMENT}${JSON.stringify(step)}`;

const isStep = (value: unknown): value is Step =>
	isObject(value) &&
	typeof value.id === "number" &&
	typeof value.operation === "string" &&
	[value.path, value.query, value.headers].every(isObject);

/** Returns the step of a command in a report; undefined if the command has none. */
export function readCommand(command: string): Step | undefined {
	for (
		let at = command.lastIndexOf(COMMENT);
		at >= 0;
		at = command.lastIndexOf(COMMENT, at - 1)
	) {
		const step = tryParseJson(command.slice(at + COMMENT.length));
		if (isStep(step)) return step;
		if (at === 0) break;
	}
	return undefined;
}

function showStep(baseUrl: string, { mock, real }: PlayedStep): ShownStep {
	const { method, path, headers = {}, body } = real.request;
	const text = readText(body);
	return {
		request: `${method} ${path}`,
		body: text,
		mock: `${mock.response.status} ${mock.response.body}`.trim(),
		real: `${real.response.status} ${real.response.body}`.trim(),
		curl: formatCurl({
			...{ method, url: `${baseUrl}${path}`, headers },
			body: text === "" ? undefined : text,
			bodyCommand: undefined,
		}),
	};
}

/** Returns the disagreements for people, starting with the one that occurs in most responses. */
export const showDisagreements = (
	baseUrl: string,
	{ found, tally }: Run,
): ShownDisagreement[] =>
	found
		.map(({ difference, shown, isConfirmed }: Found): ShownDisagreement => {
			const { operation, where, form, mock, real, assumptions } = difference;
			const steps = shown.played.map((each) => showStep(baseUrl, each));
			return {
				...{ operation, where, assumptions, mock, real },
				count: Math.max(tally.count(kindOf(difference)), 1),
				sequence: steps.map(({ curl }, index) => {
					const step = shown.sequence[index];
					return step ? writeCommand(curl, step) : curl;
				}),
				...{ form, steps, isConfirmed },
			};
		})
		.sort((a, b) => b.count - a.count);

/** Returns the report of a run. */
export function createReport(
	{ tally, found, noise }: Run,
	disagreements: readonly ShownDisagreement[],
): ComparisonReport {
	const kinds = new Set(noise.map(kindOf));
	const known = new Set(found.map(({ difference }) => kindOf(difference)));
	return {
		...tally.summarize((kind) => kinds.has(kind) && !known.has(kind)),
		noise: noise.map(({ operation, where, mock, real }) => ({
			...{ operation, where, mock, real },
		})),
		disagreements: disagreements.map(
			({ form: _, steps: __, isConfirmed: ___, ...disagreement }) =>
				disagreement,
		),
	};
}
