import { findRecord } from "../behaviors/collections.ts";
import { plain, singular } from "../behaviors/id-names.ts";
import { isForbidden } from "../document/field.ts";
import { isUrlEncoded } from "../document/write-request.ts";
import type {
	Call,
	NamedRecords,
	OutgoingRequest,
} from "../verification/contract.ts";
import { ArrangementFailure } from "../verification/errors.ts";
import { findTarget } from "../verification/operations.ts";
import { createPageReader, type PageReader } from "./page-reader.ts";
import { createRecord } from "./records.ts";
import type { Origin, Origins, Reference, Subject, Tested } from "./subject.ts";
import { findPathExample, listPlaceholders } from "./valid-requests.ts";

const PARAMETER = /\{([^{}]*)\}/g;

/** Returns a path without the names of its parameters, because they may differ for the same records. */
const placeOf = (path: string): string => path.replaceAll(PARAMETER, "{}");

/** Lists the parameters of a path. */
const listParameters = (path: string) =>
	Array.from(path.matchAll(PARAMETER), ({ 0: text, 1: name = "", index }) => ({
		name,
		place: placeOf(path.slice(0, index + text.length)),
	}));

/** Returns the path of the record that an operation is about; undefined if it is not about one record. */
export const itemPlaceOf = ({ plan, operation }: Tested): string | undefined =>
	plan.idParameter === undefined
		? undefined
		: listParameters(operation.path).find(
				({ name }) => name === plan.idParameter,
			)?.place;

/** Returns the origin of the records that a path parameter identifies. */
export const findOrigin = (
	{ origins }: Pick<Subject, "origins">,
	{ operation: { path } }: Tested,
	name: string,
): Origin | undefined =>
	origins.get(
		listParameters(path).find((each) => each.name === name)?.place ?? "",
	);

const pathOf = ({ operation }: Tested): string => placeOf(operation.path);

/** Finds the origins of the records in the paths of operations. */
export function findOrigins(all: readonly Tested[]): Origins {
	const origins = new Map<string, Origin>();
	for (const { operation, plan } of all)
		for (const { name, place } of listParameters(operation.path)) {
			if (origins.has(place)) continue;
			const above = place.replace(/\/[^/]*$/, "");
			const isAbove = (each: Tested): boolean => pathOf(each) === above;
			const { resource } =
				(all.find((each) => itemPlaceOf(each) === place) ?? all.find(isAbove))
					?.plan ?? {};
			if (resource === undefined) {
				const example = findPathExample(plan, name);
				const origin = { name, resource: "", example };
				const others = { creator: undefined, list: undefined };
				if (example !== undefined) origins.set(place, { ...origin, ...others });
				continue;
			}
			const own = all.filter(({ plan }) => plan.resource === resource);
			const creators = own.filter(
				({ plan }) => plan.behavior === "create" && findRecord(plan),
			);
			const lists = own.filter(({ plan }) => plan.behavior === "list");
			origins.set(place, {
				...{ name, resource },
				creator: creators.find(isAbove) ?? creators[0],
				list: lists.find(isAbove) ?? lists[0],
			});
		}
	return origins;
}

/** Whether the request of an operation names the parents of a path. Then its records belong to these parents. */
export const namesParents = (
	{ operation, plan: { references } }: Tested,
	path: string,
): boolean =>
	listParameters(path).every(
		({ place }) =>
			listParameters(operation.path).some((each) => each.place === place) ||
			[...(references?.values() ?? [])].some(
				(each) => each.isOfPath && each.place === place,
			),
	);

/**
 * Whether checks can create the records of a path. A check changes only records that it has created.
 * @param above the paths of records that need this record
 */
export function isNameable(
	{ operation: { path, method } }: Tested,
	origins: Origins,
	above: readonly string[] = [],
): boolean {
	return listParameters(path).every(({ place }) => {
		if (above.includes(place)) return false;
		const { creator, list, example } = origins.get(place) ?? {};
		if (example !== undefined) return true;
		// A new parent has an empty list.
		const isListed =
			method === "GET" &&
			!listParameters(list?.operation.path ?? "").some(
				(each) => origins.get(each.place)?.creator,
			);
		const source = creator ?? (isListed ? list : undefined);
		return (
			source !== undefined &&
			namesParents(source, place.replace(/[^/]*$/, "")) &&
			isNameable(source, origins, [...above, place])
		);
	});
}

/**
 * Finds the properties of a request that identify a record, such as `bookId` if the document has `/books/{bookId}`.
 */
export function findReferences(
	{ plan: { request, resource } }: Tested,
	origins: Origins,
	all: readonly Tested[],
): ReadonlyMap<string, Reference> {
	const selected = all.flatMap(({ plan }) =>
		plan.resource === resource ? (plan.selects ?? []) : [],
	);
	const found = new Map<string, Reference>();
	for (const [property, field] of request?.properties ?? [])
		for (const [place, origin] of origins) {
			const names = [origin.name, `${singular(origin.resource)}id`].map(plain);
			const isOther = origin.resource !== resource && origin.creator;
			if (!isOther || isForbidden(field) || !names.includes(plain(property)))
				continue;
			const isOfPath = selected.some(
				(each) => each.in === "path" && each.property === property,
			);
			found.set(property, { place, isOfPath });
			break;
		}
	return found;
}

/** Reads the id of an existing record. */
async function readFirst(
	{ tested: { operation }, ...reader }: PageReader,
	call: Call,
): Promise<unknown> {
	const response = await call.send(reader.request({}));
	const id = reader.read(response)?.items[0]?.id;
	if (id !== undefined) return id;
	const difference = { where: reader.place, expected: "a record" };
	throw new ArrangementFailure(
		operation,
		response.status,
		{ ...difference, actual: "none" },
		"returned no record, and no operation creates one",
	);
}

const writeProperty = (name: string, value: unknown): string =>
	`${JSON.stringify(name)}:${JSON.stringify(value)}`;

const writePair = (name: string, value: unknown): string =>
	`${new URLSearchParams({ [name]: String(value) })}`;

/** Prepares a check whose requests name records. */
export function createNamedRecords(
	tested: readonly Tested[],
	origins: Origins,
): NamedRecords {
	const operations = tested.map(({ operation }) => operation);
	const ids = new Map<string, unknown>();
	/** The paths of records that are being created. If two records need each other, one of them uses its example. */
	const pending = new Set<string>();

	async function create(place: string, call: Call): Promise<unknown> {
		const { creator, list, example } = origins.get(place) ?? {};
		const reader = list && createPageReader(list);
		if (!creator) return reader ? readFirst(reader, call) : example;
		if (pending.has(place)) return undefined;
		pending.add(place);
		try {
			return await createRecord(creator, call);
		} finally {
			pending.delete(place);
		}
	}
	async function find(place: string, call: Call): Promise<unknown> {
		if (!ids.has(place)) ids.set(place, await create(place, call));
		return ids.get(place);
	}
	const findReference = (
		{ place, isOfPath }: Reference,
		call: Call,
	): Promise<unknown> => (isOfPath ? find(place, call) : create(place, call));

	async function fillBody(
		{ path, ...request }: OutgoingRequest,
		call: Call,
	): Promise<OutgoingRequest["body"]> {
		const target = findTarget({ path, ...request }, operations);
		const found = tested.find(({ operation }) => operation.id === target);
		let { body } = request;
		for (const [name, reference] of found?.plan.references ?? []) {
			if (!found || typeof body !== "string") return body;
			const write = isUrlEncoded(request.headers?.["content-type"] ?? "")
				? writePair
				: writeProperty;
			for (const each of listPlaceholders(found, name)) {
				const placeholder = write(name, each);
				// Keeps the rest of the text unchanged.
				if (!body.includes(placeholder)) continue;
				const id = await findReference(reference, call);
				if (id === undefined) break;
				body = body.replace(placeholder, () => write(name, id));
				break;
			}
		}
		return body;
	}

	return {
		async fill(request, call) {
			let { path } = request;
			for (const { name, place } of listParameters(path)) {
				const id = encodeURIComponent(String(await find(place, call)));
				path = path.replace(`{${name}}`, () => id);
			}
			const body = await fillBody({ ...request, path }, call);
			return { ...request, path, ...(body !== undefined && { body }) };
		},
		async nameRecords(id, call) {
			const found = tested.find(({ operation }) => operation.id === id);
			const named: Record<string, unknown> = {};
			for (const [name, reference] of found?.plan.references ?? [])
				named[name] = await findReference(reference, call);
			for (const { name, place } of listParameters(found?.operation.path ?? ""))
				named[name] = await find(place, call);
			return named;
		},
	};
}
