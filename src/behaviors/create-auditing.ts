import { readSource } from "../document/compose.ts";
import type { CountCreated, StoredRecord } from "../store/store.ts";
import type { WriteContext } from "../store/write-context.ts";
import type { Collection } from "./collections.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** The input, from the store, of the function that creates records. */
export interface Write {
	readonly context: WriteContext;
	readonly countCreated: CountCreated;
}

/** Returns the audit record of a write by collection. Returns an empty object if the document has no audit trail. */
export type CreateAudit = (
	write: Write,
	record: StoredRecord,
) => Record<string, StoredRecord>;

/**
 * Creates the function that makes the audit records of an operation.
 * @param collection the collection of the written record
 */
export function createAuditing(
	plan: OperationPlan,
	{ record, idOf }: Collection,
	trail: Collection | undefined,
): CreateAudit {
	const audit = plan.operation.node["x-audit"];
	const { action, subjectType } = Object(audit);
	if (!trail || !audit) return () => ({});
	return ({ context, countCreated }, stored) => {
		const subject = { action, subjectType, subjectId: idOf(stored) };
		const { roles } = readSource(record, stored, subject);
		const created = countCreated(trail.name, trail.firstId);
		const added = trail.create({ context, created }, { roles, named: {} });
		return { [trail.name]: added };
	};
}
