import { setTimeout as sleep } from "node:timers/promises";
import { findRecord } from "../behaviors/collections.ts";
import type { Plan } from "../behaviors/operation-plan.ts";
import { readSource } from "../document/compose.ts";
import { pathOf } from "../document/field.ts";
import { type Values, valueAt, withValueAt } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type { Arrange, Call } from "../verification/contract.ts";
import {
	ArrangementFailure,
	VerificationError,
} from "../verification/errors.ts";
import { NAMED } from "./interaction.ts";
import { findLabel, type Tested } from "./subject.ts";
import { readDelay, type Trail } from "./trail.ts";
import { createNewBody, createQuery } from "./valid-requests.ts";

/** Returns the roles of the record in the body of a response. */
export function readRecord(plan: Plan, value: unknown): Values {
	const record = findRecord(plan);
	const path = record && plan.body && pathOf(plan.body, record);
	if (!record || !path) return {};
	return readSource(record, valueAt(value, ...path)).roles;
}

/** Returns the body of a new record with this text in its label. It is new, because a service may require unique texts. */
export function createLabeledBody(
	tested: Tested,
	text = `Understudy ${uniqueWord()}`,
): unknown {
	const label = findLabel(tested);
	const body = createNewBody(tested.plan, []);
	return label === undefined ? body : withValueAt(body, label.path, text);
}

/**
 * Creates a record, and returns its id.
 * @throws ArrangementFailure if the service does not accept it
 */
export async function createRecord(
	{ plan, operation }: Tested,
	call: Call,
	body: unknown = createNewBody(plan, []),
): Promise<unknown> {
	const query = createQuery(plan);
	const input = { query, ...(body !== undefined && { body }) };
	const shown = await call(operation.id, input);
	const { id } = readRecord(plan, shown);
	if (id !== undefined) return id;
	throw new ArrangementFailure(
		operation,
		operation.success,
		{ where: "$", expected: "an id", actual: JSON.stringify(shown) },
		"returned no id where the document has it",
	);
}

/** The name of the provider state in which an operation has created records. */
export const CREATED = "records were created";

/** The name of the provider state in which a search finds the audit record of a new record. */
export const AUDITED =
	"a record was created, and a search finds its audit record";

/**
 * Sets up provider states by calling operations of the service. The service may already contain data.
 * @param creators the operations that create records
 * @param trail undefined if there is no audit trail
 */
export function createStates(
	creators: readonly Tested[],
	trail: Trail | undefined,
): Readonly<Record<string, Arrange>> {
	const create =
		(
			state: string,
			wait: (tested: Tested, id: unknown, call: Call) => unknown,
		): Arrange =>
		async ({ operation, request }, call) => {
			const tested = creators.find((each) => each.operation.id === operation);
			if (!tested)
				throw new VerificationError(
					`The provider state "${state}" names the operation ${String(operation)}, which creates no records. Write the pact again.`,
				);
			const body = createLabeledBody(tested);
			const id = await createRecord(tested, call, body);
			await wait(tested, id, call);
			return { id, ...(await call.nameRecords(String(request))) };
		};
	return {
		[NAMED]: ({ operation }, call) => call.nameRecords(String(operation)),
		[CREATED]: create(CREATED, (tested) => sleep(readDelay(tested))),
		[AUDITED]: create(AUDITED, (...of) => trail?.waitFor(...of)),
	};
}
