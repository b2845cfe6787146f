import { findRecord } from "../behaviors/collections.ts";
import { isForbidden } from "../document/field.ts";
import type { Probe } from "../verification/contract.ts";
import { chooseValue, createBase } from "./changed-values.ts";
import { createConditionProbes } from "./condition-probes.ts";
import { type Item, isGenerated, pick } from "./item.ts";
import {
	createItemProbe,
	NOT_FOUND,
	rejectsUnknownIds,
	selectListed,
} from "./item-session.ts";
import { createIdProbes } from "./selection-probes.ts";
import type { Tested } from "./subject.ts";
import { createBodyOf, createQuery } from "./valid-requests.ts";

/** Returns the assumptions about the successful response of an operation. */
const successAssumptions = ({ subject }: Item, { operation }: Tested) => [
	...new Set([
		...subject.problemAssumptions(operation.id, operation.success),
		...subject.bodyAssumptions(operation, "$"),
	]),
];

/** Creates a probe for each property that an operation changes. */
function createChangeProbes(item: Item, tested: Tested): Probe[] {
	const { plan } = tested;
	const { request, behavior, references } = plan;
	if (!request || (behavior !== "update" && behavior !== "replace")) return [];
	const known = new Set(request.properties.map(([name]) => name));
	const assumptions = successAssumptions(item, tested);
	const changes = request.properties.flatMap(([name, field]) => {
		const isShown = tested.collection?.record.byName.has(name);
		const isOther = isForbidden(field) || references?.has(name);
		if (!isShown || isOther || isGenerated(tested, name)) return [];
		return [
			createItemProbe(
				item,
				tested,
				`changes ${name}, and nothing else`,
				assumptions,
				async (session) => {
					const { id, values } = await session.create();
					await session.requireStored(id, values);
					const base = createBase(tested);
					const value = chooseValue(item, tested, name, values[name]);
					if (value === undefined) return;
					const body = { ...base, [name]: value };
					const others = Object.keys(values).filter(
						(each) => behavior === "update" || !known.has(each),
					);
					const expected = { ...pick(values, others), ...body };
					const response = await session.ask(tested, id, { body });
					session.requireShown(tested, response, expected);
					await session.requireStored(id, expected);
				},
			),
		];
	});
	const optional = [...known].filter(
		(name) => !request.required.includes(name),
	);
	const { get } = item;
	// A service may keep required properties.
	const cleared = optional.filter(
		(name) =>
			!isGenerated(tested, name) &&
			!("default" in (request.byName.get(name)?.schema ?? {})) &&
			!(get && findRecord(get.plan))?.required.includes(name),
	);
	if (behavior === "update" || !get || cleared.length === 0) return changes;
	return [
		...changes,
		createItemProbe(
			item,
			tested,
			`without ${optional.join(", ")}, which the record had`,
			assumptions,
			async (session) => {
				const { id, values } = await session.create();
				await session.ask(tested, id, { body: createBase(tested) });
				session.requireOther(get, await session.ask(get, id), values, cleared);
			},
		),
	];
}

/** Creates probes that require a removed record to be gone, and another record to stay. */
function createRemovalProbes(item: Item, tested: Tested): Probe[] {
	if (tested.plan.behavior !== "remove") return [];
	return [
		createItemProbe(
			item,
			tested,
			"the record is gone, and no other one",
			successAssumptions(item, tested),
			async (session) => {
				const { id } = await session.create();
				const other = await session.create();
				await session.ask(tested, id);
				await session.requireGone(id);
				for (const each of item.operations)
					if (rejectsUnknownIds(each))
						await session.ask(each, id, {
							...{ body: createBodyOf(each), expects: NOT_FOUND },
						});
				await session.requireStored(other.id, other.values);
			},
		),
	];
}

/** The number of requested records. Other clients may create some, too. */
const LIMIT = 50;

/** Creates probes that require new records to be read and listed as the response to their creation shows them. */
function createShownProbes(item: Item): Probe[] {
	const { subject, creator, get, readers } = item;
	const what = `shows what ${creator.operation.id} has created`;
	const read =
		get &&
		createItemProbe(
			...([item, get, what, successAssumptions(item, get)] as const),
			async (session) => {
				const { id, values } = await session.create();
				session.requireShown(get, await session.ask(get, id), values);
			},
		);
	const lists = readers.map((reader) =>
		createItemProbe(
			...([item, reader.tested, what] as const),
			["", "[*]"].flatMap((at) =>
				subject.bodyAssumptions(
					reader.tested.operation,
					`${reader.place}${at}`,
				),
			),
			async (session) => {
				const created = [await session.create(), await session.create()];
				const limit = reader.nameOf("limit");
				const { maximum = LIMIT } = reader.find("limit")?.schema ?? {};
				const query = createQuery(reader.plan, [], {
					...selectListed(reader, created[0]?.values ?? {}),
					...(limit && { [limit]: Math.min(Number(maximum), LIMIT) }),
				});
				const page = await session.list(reader, { query });
				for (const { id, values } of created)
					session.requireListed(reader, page, id, values);
			},
		),
	);
	return [...(read ? [read] : []), ...lists];
}

/** Creates probes of the operations that read and change the records of an operation. */
export function createItemProbes(item: Item): Probe[] {
	const { operations } = item;
	const shown = createShownProbes(item);
	if (operations.length === 0) return shown;
	return [
		...shown,
		...operations.flatMap((each) => [
			...createChangeProbes(item, each),
			...createRemovalProbes(item, each),
		]),
		...createIdProbes(item),
		...createConditionProbes(item),
	];
}
