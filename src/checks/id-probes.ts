import { parameterNames } from "../document/path-template.ts";
import type { Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { createUnknownId, type Item } from "./item.ts";
import {
	createItemProbe,
	NOT_FOUND,
	rejectsUnknownIds,
} from "./item-session.ts";
import { findOrigin } from "./named-records.ts";
import { type PageReader, show } from "./page-reader.ts";
import { sameId } from "./page-session.ts";
import { reject } from "./probe.ts";
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
