import { setTimeout as sleep } from "node:timers/promises";
import { findRecord } from "../behaviors/collections.ts";
import type { DocumentService } from "../behaviors/create-service.ts";
import { isOldestFirst, type Plan } from "../behaviors/find-behaviors.ts";
import { fieldsOf, pathOf, readSource } from "../document/field.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { valueAt } from "../values/json.ts";
import { plural } from "../values/plural.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type { Call, Probe } from "../verification/contract.ts";
import { VerificationError } from "../verification/errors.ts";
import {
	type Create,
	createPageReader,
	jsonOf,
	type PageReader,
	show,
} from "./page-reader.ts";
import { showsWhatWasSent } from "./sent-record.ts";

/** Returns the id of the record in the body of a response of the operation. */
function readId(plan: Plan, value: unknown): unknown {
	const record = findRecord(plan);
	const path = record && plan.body && pathOf(plan.body, record);
	if (!record || !path) return undefined;
	return readSource(record, valueAt(value, ...path)).roles.id;
}

/**
 * Creates a record, and returns its id.
 * @throws ArrangementFailure if the service does not accept it
 */
async function createRecord(
	plan: Plan,
	create: Create,
	call: Call,
): Promise<unknown> {
	const { id } = plan.operation;
	const created = readId(plan, await call(id, create(id)));
	if (created !== undefined) return created;
	throw new VerificationError(
		`${id} returned no id where the document has it.`,
	);
}

const sameId = (a: unknown, b: unknown): boolean => String(a) === String(b);

/** A new record comes first in the list; or not, if the document says that the oldest is first. */
const listsNewest =
	(creator: Plan, reader: PageReader, create: Create): Probe["run"] =>
	async (send, call, compare) => {
		const id = await createRecord(creator, create, call);
		const request = reader.request({});
		const response = await send(request);
		const differences = compare(request, response);
		if (differences.length > 0) return differences;
		const [first, ...others] = reader.read(response) ?? [];
		const isFirst = sameId(first?.id, id);
		const order = isOldestFirst(reader.plan) ? "after all others" : "first";
		const isRight =
			order === "first" ? isFirst : !isFirst || others.length === 0;
		return isRight
			? []
			: [
					createMismatch(
						`${reader.place}[0]`,
						`the new record ${show(id)} ${order}`,
						show(first?.id),
					),
				];
	};

/** A page has at most as many items as asked for, and the next one continues after it. */
const continues =
	(creator: Plan, reader: PageReader, create: Create): Probe["run"] =>
	async (send, call) => {
		for (let count = 0; count < 2; count++)
			await createRecord(creator, create, call);
		const first = await send(reader.request({ limit: 1 }));
		const items = reader.read(first) ?? [];
		if (items.length !== 1)
			return [createMismatch(reader.place, "1 item", `${items.length} items`)];
		const { body } = reader.plan;
		const { roles } = body
			? readSource(body, jsonOf(first))
			: { roles: { nextCursor: undefined } };
		const next = reader.has("page")
			? { page: 2 }
			: reader.has("offset")
				? { offset: 1 }
				: { cursor: roles.nextCursor };
		const second = reader.read(
			await send(reader.request({ limit: 1, ...next })),
		);
		const [item] = second ?? [];
		return second?.length === 1 && !sameId(item?.id, items[0]?.id)
			? []
			: [
					createMismatch(
						reader.place,
						"another record on the next page",
						show(item?.id),
					),
				];
	};

/** A search for a value that no record has finds none. */
const findsNothing =
	(reader: PageReader, role: string): Probe["run"] =>
	async (send) => {
		const response = await send(reader.request({ [role]: uniqueWord() }));
		const found = reader.read(response) ?? [];
		return found.length === 0
			? []
			: [
					createMismatch(
						reader.place,
						"no items",
						plural(found.length, "item"),
					),
				];
	};

/** The audit trail has a record of each write. */
const isAudited =
	(creator: Plan, reader: PageReader, create: Create): Probe["run"] =>
	async (send, call) => {
		const id = await createRecord(creator, create, call);
		const {
			action,
			subjectType,
			delayMs = 0,
		} = Object(creator.operation.node["x-audit"]);
		if (delayMs > 0) await sleep(Number(delayMs));
		const response = await send(reader.request({ subjectId: id }));
		const found = reader
			.read(response)
			?.find(({ subjectId }) => sameId(subjectId, id));
		if (!found)
			return [
				createMismatch(
					reader.place,
					`the record of ${creator.operation.id}`,
					"none",
				),
			];
		return Object.entries({ action, subjectType }).flatMap(
			([role, expected]) =>
				found[role] === undefined || found[role] === expected
					? []
					: [
							createMismatch(
								`${reader.place}[0].${role}`,
								show(expected),
								show(found[role]),
							),
						],
		);
	};

/** Whether a request can ask for the next page. */
const canContinue = ({ plan: { body }, has }: PageReader): boolean =>
	has("page") ||
	has("offset") ||
	(has("cursor") &&
		body !== undefined &&
		fieldsOf(body).some(({ role }) => role === "nextCursor"));

/** The conditions of a search that are compared exactly. */
const SEARCHED = ["action", "subjectType", "subjectId"];

/** Creates the checks that follow from behaviors: what one operation writes, others show. */
export function createBehaviorProbes(
	{ plans, service }: DocumentService,
	create: Create,
): Probe[] {
	const readers = plans.flatMap((plan) => createPageReader(plan, create) ?? []);
	const specs = new Map(service.operations.map(({ spec }) => [spec.id, spec]));
	const probeOf = (plan: Plan, what: string, run: Probe["run"]): Probe => ({
		description: `${plan.operation.id}: ${what}`,
		assumptions:
			specs.get(plan.operation.id)?.responses[plan.success]?.assumptions ?? [],
		status: plan.success,
		run,
	});
	const searches = readers.flatMap((reader) =>
		SEARCHED.filter((role) => reader.takesText(role)).map((role) =>
			probeOf(
				reader.plan,
				`no record with an unknown ${role}`,
				findsNothing(reader, role),
			),
		),
	);
	const trail = readers.find(({ plan }) =>
		(findRecord(plan)?.properties ?? []).some(
			([, { role }]) => role === "action",
		),
	);
	// Without a record in the response, nothing tells which one was created.
	const creators = plans.filter(
		(plan) => plan.behavior === "create" && findRecord(plan),
	);
	return [
		...searches,
		...creators.flatMap((creator) => {
			const { id, node } = creator.operation;
			const list = readers.find(
				({ plan }) =>
					plan.behavior === "list" && plan.resource === creator.resource,
			);
			const probes = [
				probeOf(
					creator,
					"the record as it was sent",
					showsWhatWasSent(creator, create),
				),
			];
			if (list)
				probes.push(
					probeOf(
						list.plan,
						`the newest record of ${id} first`,
						listsNewest(creator, list, create),
					),
				);
			if (list?.has("limit") && canContinue(list))
				probes.push(
					probeOf(
						list.plan,
						`one record of ${id} a page`,
						continues(creator, list, create),
					),
				);
			if (trail && node["x-audit"] !== undefined)
				probes.push(
					probeOf(
						trail.plan,
						`the record of ${id}`,
						isAudited(creator, trail, create),
					),
				);
			return probes;
		}),
	];
}
