import { setTimeout as sleep } from "node:timers/promises";
import { child } from "../document/node.ts";
import type { Call } from "../verification/contract.ts";
import type { PageReader } from "./page-reader.ts";
import type { Tested } from "./subject.ts";

const INTERVAL_MS = 50;

/** How much later than the document says a search may find a record, so that other checks can use it. */
const MAX_LATE_MS = 1_500;

/** Returns how long the audit record of a write may take, in milliseconds. */
export const readDelay = ({ plan }: Tested): number =>
	Number(child(plan.operation.node, "x-audit").delayMs ?? 0);

/** Returns the conditions that only the audit record of a new record meets. Ids may be unique among their kind only. */
export function conditionsOf(
	reader: PageReader,
	{ plan }: Tested,
	subjectId: unknown,
): Readonly<Record<string, unknown>> {
	const { subjectType } = child(plan.operation.node, "x-audit");
	return {
		subjectId,
		...(subjectType !== undefined && reader.find("subjectType")
			? { subjectType }
			: {}),
	};
}

/** The search of the audit trail. */
export interface Trail extends PageReader {
	/** Waits until the search finds the audit record of a new record, also if that is later than the document says. */
	waitFor(creator: Tested, subjectId: unknown, call: Call): Promise<void>;
}

export function createTrail(reader: PageReader): Trail {
	/** The operations whose records the search did not find in time. */
	const missing = new Set<Tested>();

	async function isFound(
		creator: Tested,
		subjectId: unknown,
		{ send }: Call,
	): Promise<boolean> {
		const request = reader.request(conditionsOf(reader, creator, subjectId));
		const { items = [] } = reader.read(await send(request)) ?? {};
		return items.some(
			({ subjectId: found = subjectId }) => String(found) === String(subjectId),
		);
	}

	return {
		...reader,
		async waitFor(creator, subjectId, call) {
			const delay = readDelay(creator);
			if (!reader.find("subjectId") || missing.has(creator))
				return void (await sleep(delay));
			const end = Date.now() + delay + MAX_LATE_MS;
			while (!(await isFound(creator, subjectId, call))) {
				if (Date.now() > end) {
					missing.add(creator);
					return;
				}
				await sleep(INTERVAL_MS);
			}
		},
	};
}
