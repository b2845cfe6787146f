import type { Probe } from "../verification/contract.ts";
import { chooseValue, createBase } from "./changed-values.ts";
import { type Item, isGenerated } from "./item.ts";
import {
	type Created,
	createItemProbe,
	type ItemSession,
} from "./item-session.ts";
import { type PageReader, show } from "./page-reader.ts";
import { sameId } from "./page-session.ts";
import { rejectSelection } from "./probe.ts";
import type { Tested } from "./subject.ts";
import { createQuery } from "./valid-requests.ts";

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
