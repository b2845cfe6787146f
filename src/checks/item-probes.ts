import { findRecord } from "../behaviors/collections.ts";
import { isForbidden } from "../document/field.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { parameterNames } from "../document/path-template.ts";
import type { Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { chooseValue, createBase } from "./changed-values.ts";
import { createConditionProbes } from "./condition-probes.ts";
import { createUnknownId, type Item, isGenerated, pick } from "./item.ts";
import {
	createItemProbe,
	NOT_FOUND,
	rejectsUnknownIds,
	selectListed,
} from "./item-session.ts";
import { findOrigin } from "./named-records.ts";
import { type PageReader, show } from "./page-reader.ts";
import { sameId } from "./page-session.ts";
import { Unexpected } from "./probe.ts";
import { createRecord } from "./records.ts";
import {
	bodyAssumptions,
	problemAssumptions,
	type Subject,
	type Tested,
} from "./subject.ts";
import { createBodyOf, createPath, createQuery } from "./valid-requests.ts";

type Run = Parameters<typeof createItemProbe>[4];

/** Creates probes of unknown ids, and of ids that belong to another parent. */
function createUnknownProbes(
	subject: Subject,
	item: Item,
	tested: Tested,
): Probe[] {
	const { operation, plan } = tested;
	if (!rejectsUnknownIds(tested)) return [];
	const { idParameter } = plan;
	const probe = (what: string, run: Run) =>
		createItemProbe(
			...([item, tested, what] as const),
			problemAssumptions(subject, operation.id, NOT_FOUND),
			run,
			NOT_FOUND,
		);
	const asked = () => ({ body: createBodyOf(tested), expects: NOT_FOUND });
	return parameterNames(operation.path).flatMap((name) => {
		const isOwn = name === idParameter;
		const { creator } = findOrigin(subject, tested, name) ?? {};
		const body = createBodyOf(tested);
		const path = createPath(plan, {
			[name]: String(creator && createUnknownId(creator)),
		});
		const { because } = subject.documented.expectStatus(
			operation.id,
			buildRequest({ ...operation, path }, { query: createQuery(plan), body }),
		);
		// The parameter may allow fewer ids than the record does.
		if (!creator || because !== undefined) return [];
		const unknown = probe(`with an unknown ${name}`, async (session) => {
			const { id } = isOwn ? { id: undefined } : await session.create();
			const ids = { [name]: createUnknownId(creator) };
			await session.ask(tested, id, { ids, ...asked() });
		});
		if (isOwn || idParameter === undefined) return [unknown];
		const other = probe(`with another ${name}`, async (session) => {
			const { id } = await session.create();
			const ids = { [name]: await createRecord(creator, session.call) };
			await session.ask(tested, id, { ids, ...asked() });
		});
		return [unknown, other];
	});
}

/** Creates probes of lists of records that belong to a parent. */
const createParentProbes = (
	subject: Subject,
	item: Item,
	reader: PageReader,
): Probe[] =>
	parameterNames(reader.tested.operation.path).flatMap((name) => {
		const { creator } = findOrigin(subject, reader.tested, name) ?? {};
		if (!creator) return [];
		return [
			createItemProbe(
				item,
				reader.tested,
				`without the records of another ${name}`,
				bodyAssumptions(subject, reader.tested.operation, "$"),
				async (session) => {
					const { id } = await session.create();
					const ids = { [name]: await createRecord(creator, session.call) };
					const { items, roles } = await session.list(reader, { ids });
					if (items.some((each) => sameId(each.id, id)))
						throw new Unexpected(
							createMismatch(reader.place, "no record", "one of another"),
						);
					if (items.length === 0 && Number(roles.total ?? 0) > 0)
						throw new Unexpected(
							createMismatch(
								reader.placeOf("total"),
								...(["0", show(roles.total)] as const),
							),
						);
				},
			),
		];
	});

/** Creates probes of the ids in the paths of operations: ids of records, and ids of their parents. */
function createIdProbes(subject: Subject, item: Item): Probe[] {
	const { creator, operations, readers } = item;
	const lists = readers.map(({ tested }) => tested);
	return [
		...[creator, ...lists, ...operations].flatMap((each) =>
			createUnknownProbes(subject, item, each),
		),
		...readers.flatMap((each) => createParentProbes(subject, item, each)),
	];
}

/** Returns the assumptions about the successful response of an operation. */
const successAssumptions = (
	subject: Subject,
	{ operation }: Tested,
): readonly string[] => [
	...new Set([
		...problemAssumptions(subject, operation.id, operation.success),
		...bodyAssumptions(subject, operation, "$"),
	]),
];

/** Creates a probe for each property that an operation changes. */
function createChangeProbes(
	subject: Subject,
	item: Item,
	tested: Tested,
): Probe[] {
	const { plan } = tested;
	const { request, behavior, references } = plan;
	if (!request || (behavior !== "update" && behavior !== "replace")) return [];
	const known = new Set(request.properties.map(([name]) => name));
	const assumptions = successAssumptions(subject, tested);
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
					const value = chooseValue(subject, tested, name, values[name]);
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
function createRemovalProbes(
	subject: Subject,
	item: Item,
	tested: Tested,
): Probe[] {
	if (tested.plan.behavior !== "remove") return [];
	return [
		createItemProbe(
			item,
			tested,
			"the record is gone, and no other one",
			successAssumptions(subject, tested),
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
function createShownProbes(subject: Subject, item: Item): Probe[] {
	const { creator, get, readers } = item;
	const what = `shows what ${creator.operation.id} has created`;
	const read =
		get &&
		createItemProbe(
			...([item, get, what, successAssumptions(subject, get)] as const),
			async (session) => {
				const { id, values } = await session.create();
				session.requireShown(get, await session.ask(get, id), values);
			},
		);
	const lists = readers.map((reader) =>
		createItemProbe(
			...([item, reader.tested, what] as const),
			["", "[*]"].flatMap((at) =>
				bodyAssumptions(
					subject,
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
export function createItemProbes(subject: Subject, item: Item): Probe[] {
	const { operations } = item;
	const shown = createShownProbes(subject, item);
	if (operations.length === 0) return shown;
	return [
		...shown,
		...operations.flatMap((each) => [
			...createChangeProbes(subject, item, each),
			...createRemovalProbes(subject, item, each),
		]),
		...createIdProbes(subject, item),
		...createConditionProbes(subject, item),
	];
}
