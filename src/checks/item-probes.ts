import { isForbidden } from "../document/field.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { parameterNames } from "../document/path-template.ts";
import type { Probe } from "../verification/contract.ts";
import { chooseValue, createBase } from "./changed-values.ts";
import { createConditionProbes } from "./condition-probes.ts";
import { createUnknownId, type Item, pick } from "./item.ts";
import { createItemProbe, NOT_FOUND } from "./item-session.ts";
import { findOrigin } from "./named-records.ts";
import { type PageReader, show } from "./page-reader.ts";
import { sameId, Unexpected } from "./page-session.ts";
import { createRecord } from "./records.ts";
import {
	bodyAssumptions,
	createNewBody,
	problemAssumptions,
	type Subject,
	type Tested,
} from "./subject.ts";

/** Returns the assumptions of the successful response to an operation. */
const successAssumptions = (
	subject: Subject,
	{ operation }: Tested,
): readonly string[] => [
	...new Set([
		...problemAssumptions(subject, operation.id, operation.success),
		...bodyAssumptions(subject, operation, "$"),
	]),
];

/** Returns a valid body of a request, if it has one. */
const createBodyOf = ({ plan }: Tested): unknown =>
	plan.request && createNewBody(plan, []);

/** A probe for each property that an operation changes. */
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
		if (!isShown || isForbidden(field) || references?.has(name)) return [];
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
	if (behavior === "update" || !get || optional.length === 0) return changes;
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
				session.requireOther(get, await session.ask(get, id), values, optional);
			},
		),
	];
}

/** Probes that a removed record is gone, and no other one. */
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
					if (NOT_FOUND in each.operation.responses)
						await session.ask(each, id, {
							...{ body: createBodyOf(each), expects: NOT_FOUND },
						});
				await session.requireStored(other.id, other.values);
			},
		),
	];
}

/** Probes of ids that no record has, or that only one of another parent has. */
function createUnknownProbes(
	subject: Subject,
	item: Item,
	tested: Tested,
): Probe[] {
	const { operation, plan } = tested;
	if (!(NOT_FOUND in operation.responses)) return [];
	const { idParameter } = plan;
	const probe = (what: string, run: Parameters<typeof createItemProbe>[4]) =>
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
		if (!creator) return [];
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

/** Probes of the lists of records that belong to a parent. */
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

/** Probes of what reads and changes the records that an operation creates. */
export function createItemProbes(subject: Subject, item: Item): Probe[] {
	const { creator, operations, readers } = item;
	if (operations.length === 0) return [];
	const stored = createItemProbe(
		...([item, creator, "the new record is read and listed"] as const),
		successAssumptions(subject, creator),
		async (session) => {
			const { id, values } = await session.create();
			await session.requireStored(id, values);
		},
	);
	const lists = readers.map(({ tested }) => tested);
	return [
		stored,
		...operations.flatMap((each) => [
			...createChangeProbes(subject, item, each),
			...createRemovalProbes(subject, item, each),
		]),
		...[creator, ...lists, ...operations].flatMap((each) =>
			createUnknownProbes(subject, item, each),
		),
		...readers.flatMap((each) => createParentProbes(subject, item, each)),
		...createConditionProbes(subject, item),
	];
}
