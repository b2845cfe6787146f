import { setTimeout as sleep } from "node:timers/promises";
import { createWriter } from "../behaviors/create-behaviors.ts";
import { type Field, fieldsOf } from "../document/field.ts";
import { child } from "../document/node.ts";
import type { StoredRecord } from "../store/store.ts";
import { type Values, withValueAt } from "../values/json.ts";
import type { Call } from "../verification/contract.ts";
import { EXAMPLE_CONTEXT } from "./creations.ts";
import type { PageReader } from "./page-reader.ts";
import { findLabel, type Tested } from "./subject.ts";
import { createNewBody } from "./valid-requests.ts";

const INTERVAL_MS = 50;

/** How long checks wait for an audit record beyond the documented delay. */
const MAX_LATE_MS = 1_500;

/** Returns the documented delay of the audit record of a write, in milliseconds. */
export const readDelay = ({ plan }: Tested): number =>
	Number(child(plan.operation.node, "x-audit").delayMs ?? 0);

/**
 * Returns conditions that only the audit record of a new record meets. Ids may be unique only among records of their
 * kind.
 */
export function conditionsOf(
	{ find }: PageReader,
	{ plan }: Tested,
	subjectId: unknown,
): Values {
	const { subjectType, action } = child(plan.operation.node, "x-audit");
	if (subjectType !== undefined && find("subjectType"))
		return { subjectId, subjectType };
	// Short numbers are rarely unique among all records; longer ids are.
	const isNumber = plan.body && hasNumericId(plan.body);
	return isNumber && find("action") ? { subjectId, action } : { subjectId };
}

const hasNumericId = (field: Field): boolean =>
	fieldsOf(field).some(({ role, isNumeric }) => role === "id" && isNumeric);

/** The search operation of the audit trail. */
export interface Trail extends PageReader {
	/** Waits until the search finds the audit record of a new record. Waits longer than the documented delay. */
	waitFor(creator: Tested, subjectId: unknown, call: Call): Promise<void>;
}

export function createTrail(reader: PageReader): Trail {
	/** The operations whose records the search did not find in time. */
	const missing = new Set<Tested>();

	async function isFound(creator: Tested, subjectId: unknown, { send }: Call) {
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

/** Returns the documented audit record of a new record; undefined if the document has none. */
export function composeAudit(
	{ plan, collection }: Tested,
	trail: Tested,
	body: unknown,
): StoredRecord | undefined {
	const { collection: records } = trail;
	if (!collection || !records || !plan.request) return undefined;
	const { create, addAudit } = createWriter(plan, collection, records);
	const write = { context: EXAMPLE_CONTEXT, countCreated: () => 0 };
	const record = create(write, { query: {}, body });
	return addAudit(write, record)[records.name];
}

/**
 * Whether a search for a text of a new record finds its audit record.
 * @param text defaults to the text of the label
 */
export function isSearchable(
	creator: Tested,
	trail: Tested,
	text?: string,
): boolean {
	const label = findLabel(creator);
	if (label === undefined) return false;
	const word = "understudyword";
	const body = withValueAt(createNewBody(creator.plan, []), label.path, word);
	const audit = composeAudit(creator, trail, body);
	const texts = audit ? trail.collection?.facetsOf(audit).texts : undefined;
	return texts?.some((each) => each.includes(text ?? word)) ?? false;
}
