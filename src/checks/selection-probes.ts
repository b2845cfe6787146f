import { parameterNames } from "../document/path-template.ts";
import type { Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { chooseValue, createBase } from "./changed-values.ts";
import { createUnknownId, type Item, isGenerated } from "./item.ts";
import {
	type Created,
	createItemProbe,
	type ItemSession,
	NOT_FOUND,
	rejectsUnknownIds,
} from "./item-session.ts";
import { findOrigin } from "./named-records.ts";
import { type PageReader, show } from "./page-reader.ts";
import { sameId } from "./page-session.ts";
import { reject, rejectSelection } from "./probe.ts";
import { createRecord } from "./records.ts";
import type { Tested } from "./subject.ts";
import { createBodyOf, createPath, createQuery } from "./valid-requests.ts";

type Run = Parameters<typeof createItemProbe>[4];

/** Creates probes of unknown ids, and of ids that belong to another parent. */
function createUnknownProbes(item: Item, tested: Tested): Probe[] {
	const { subject } = item;
	const { operation, plan } = tested;
	if (!rejectsUnknownIds(tested)) return [];
	const { idParameter } = plan;
	const probe = (what: string, run: Run) =>
		createItemProbe(
			...([item, tested, what] as const),
			subject.problemAssumptions(operation.id, NOT_FOUND),
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
const createParentProbes = (item: Item, reader: PageReader): Probe[] =>
	parameterNames(reader.tested.operation.path).flatMap((name) => {
		const { creator } = findOrigin(item.subject, reader.tested, name) ?? {};
		if (!creator) return [];
		return [
			createItemProbe(
				item,
				reader.tested,
				`without the records of another ${name}`,
				item.subject.bodyAssumptions(reader.tested.operation, "$"),
				async (session) => {
					const { id } = await session.create();
					const ids = { [name]: await createRecord(creator, session.call) };
					const { items, roles } = await session.list(reader, { ids });
					if (items.some((each) => sameId(each.id, id)))
						reject(reader.place, "no record", "one of another");
					if (items.length === 0 && Number(roles.total ?? 0) > 0)
						reject(reader.placeOf("total"), "0", show(roles.total));
				},
			),
		];
	});

/** Creates probes of the ids in the paths of operations: ids of records, and ids of their parents. */
export function createIdProbes(item: Item): Probe[] {
	const { creator, operations, readers } = item;
	const lists = readers.map(({ tested }) => tested);
	return [
		...[creator, ...lists, ...operations].flatMap((each) =>
			createUnknownProbes(item, each),
		),
		...readers.flatMap((each) => createParentProbes(item, each)),
	];
}

/** Creates two records with different values of a property. Returns undefined if no request can set the property. */
async function createTwo(
	session: ItemSession,
	property: string,
): Promise<readonly Created[] | undefined> {
	const { item } = session;
	const { creator, operations } = item;
	const first = await session.create();
	if (creator.plan.references?.has(property))
		return [first, await session.create()];
	const sets = ({ plan: { behavior, request } }: Tested): boolean =>
		behavior !== "remove" && request?.byName.has(property) === true;
	const setter = [creator, ...operations].find(sets);
	const { [property]: current } = first.values;
	const other = setter && chooseValue(item, setter, property, current);
	if (!setter || other === undefined || current === undefined) return undefined;
	if (setter === creator)
		return [first, await session.create({ [property]: other })];
	const second = await session.create();
	const body = { ...createBase(setter), [property]: other };
	await session.ask(setter, second.id, { body });
	const values = { ...second.values, [property]: other };
	return [first, { ...second, values }];
}

/** Requires that a list shows only records with a value. Of the two new records, it must show one. */
async function requireSelected(
	session: ItemSession,
	reader: PageReader,
	[name, property]: readonly [parameter: string, property: string],
	[wanted, other]: readonly (Created | undefined)[],
): Promise<void> {
	const value = wanted?.values[property];
	const query = createQuery(reader.plan, [], { [name]: value });
	const { items } = await session.list(reader, { query });
	const has = (record: Created | undefined): boolean =>
		items.some(({ id }) => sameId(id, record?.id));
	const wrong = items.findIndex(
		(each) => property in each && each[property] !== value,
	);
	if (wrong >= 0) {
		const place = `${reader.place}[${wrong}].${property}`;
		rejectSelection(place, show(value), show(items[wrong]?.[property]));
	}
	const expected = `the records whose ${property} is ${show(value)}`;
	if (!has(wanted) || has(other))
		rejectSelection(reader.place, expected, "others");
}

/** Creates probes of list parameters that select records by the value of a property. */
export const createFilterProbes = (item: Item): Probe[] =>
	item.readers.flatMap((reader) =>
		(reader.plan.selects ?? [])
			.filter(({ in: place, isHidden }) => place === "query" && !isHidden)
			.filter(({ property }) => !isGenerated(item.creator, property))
			.filter(({ name }) =>
				reader.tested.operation.parameters.some(
					(each) => each.in === "query" && each.name === name,
				),
			)
			.map(({ name, property }) =>
				createItemProbe(
					item,
					reader.tested,
					`selects records by ${name}`,
					item.subject.documented.findRequestAssumptions(
						reader.tested.operation.id,
					),
					async (session) => {
						const two = await createTwo(session, property);
						if (!two) return;
						const names = [name, property] as const;
						await requireSelected(session, reader, names, two);
						await requireSelected(session, reader, names, two.toReversed());
					},
				),
			),
	);
