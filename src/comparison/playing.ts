import { readPageForm } from "../behaviors/operation-plan.ts";
import type { Subject } from "../checks/subject.ts";
import { tryParseJson } from "../values/json.ts";
import type { Exchange, OutgoingRequest } from "../verification/contract.ts";
import type { Exchanges } from "./compare-forms.ts";
import { readPage } from "./compare-pages.ts";
import type { Comparing, Side } from "./comparing.ts";
import {
	fillRequest,
	type Operation,
	readInput,
	withoutPosition,
} from "./operation.ts";
import type { Transport } from "./sides.ts";
import { fill, type Seen, type Step } from "./step.ts";

/** The settings that all plays share. */
export interface Stage {
	readonly subject: Subject;
	readonly operations: ReadonlyMap<string, Operation>;
	readonly createTag: () => string;
	/** Whether other plays run at the same time. */
	readonly isShared: boolean;
	/** How long to wait for items that appear late. It adapts during the run, depending on whether waiting helps. */
	readonly patience: Patience;
	readonly signal: AbortSignal;
	/** Whether this number of failures of one request may be chance. */
	readonly isByChance: (failures: number) => boolean;
}

/** By operation, how often waiting has helped minus how often it has not. */
type Patience = Map<string, number>;

/** A play in progress. */
export interface Playing {
	readonly stage: Stage;
	readonly sides: Readonly<Record<Side, Transport>>;
	readonly comparing: Comparing;
	readonly seen: Readonly<Record<Side, Map<number, Seen>>>;
	readonly isNoiseTest: boolean;
}

/** Returns the request of a step with the values of one side. */
const fillSide = (
	{ comparing: { tag }, seen }: Playing,
	side: Side,
	operation: Operation,
	step: Step,
): OutgoingRequest => fillRequest(operation, step, { tag, seen: seen[side] });

/** Sends the request of a step to one side. */
export async function exchange(
	...[playing, side, operation, step]: Parameters<typeof fillSide>
): Promise<Exchange> {
	const request = fillSide(playing, side, operation, step);
	const { [side]: transport } = playing.sides;
	const response = await transport.send(request, operation.operation);
	return { request, response };
}

export async function exchangeBoth(
	playing: Playing,
	operation: Operation,
	step: Step,
): Promise<Exchanges> {
	// If one side lacks a value of the request, the other one must not receive it, either.
	for (const side of ["mock", "real"] as const)
		fillSide(playing, side, operation, step);
	const [mock, real] = await Promise.all([
		exchange(playing, "mock", operation, step),
		exchange(playing, "real", operation, step),
	]);
	return { mock, real };
}

/**
 * Whether a value has another meaning on each side: the start or the end of a range of times, if several records of
 * the service share this time, or a version that only one side still has.
 */
export function isAmbiguous(
	{ comparing: { bindings, tag, versions }, seen }: Playing,
	operation: Operation,
	step: Step,
): boolean {
	const fillBoth = (value: unknown) =>
		[seen.mock, seen.real].map((each) => fill(value, { tag, seen: each }));
	const isShared = ["from", "to"].some((role) => {
		const [mock, real] = fillBoth(readInput(operation, step, role));
		return mock !== undefined && bindings.isSharedTime(mock, real);
	});
	const [id] = fillBoth(step.path[operation.plan.idParameter ?? ""]);
	const last = versions.get(`${id}`);
	return (
		isShared ||
		Object.values(step.headers).some((each) => {
			const [mock, real] = fillBoth(each);
			return last && (mock === last.mock) !== (real === last.real);
		})
	);
}

/**
 * Returns the step for the first page if the other pages of the service begin with other records than those of the
 * mock: older records of others come first, or other sequences add records to a list with pages by number.
 */
export async function withComparablePage(
	playing: Playing,
	operation: Operation,
	step: Step,
): Promise<Step> {
	const first = withoutPosition(operation, step);
	if (!first) return step;
	const { isOldestFirst, position } = readPageForm(operation.plan);
	const isByNumber = !operation.page?.takesCursor || position === "number";
	if (isByNumber && playing.stage.isShared) return first;
	if (!isOldestFirst) return step;
	const { response } = await exchange(playing, "real", operation, first);
	const { comparing } = playing;
	const collecting = {
		comparing,
		operation,
		status: response.status,
		found: [],
	};
	const page = readPage(collecting, "real", tryParseJson(`${response.body}`));
	return page.hasOthers ? first : step;
}
