import { isDeepStrictEqual } from "node:util";
import { findRecord } from "../behaviors/collections.ts";
import { adapt } from "../document/compose.ts";
import type { Field } from "../document/field.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { isObject, type Texts, type Values } from "../values/json.ts";
import type {
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import {
	findRecordPlace,
	type Item,
	listKept,
	pick,
	readShown,
} from "./item.ts";
import { type PageReader, type ReadPage, show } from "./page-reader.ts";
import { sameId } from "./page-session.ts";
import { createProbe, reject, rejectSelection, Unexpected } from "./probe.ts";
import type { Tested } from "./subject.ts";
import { createQuery } from "./valid-requests.ts";

/** A record that a check created. */
export interface Created {
	readonly id: unknown;
	/** The values in the response. */
	readonly values: Values;
	readonly response: ProviderResponse;
}

/** The parts of a request that a check determines. */
interface Asked {
	/** The ids of parents other than the parent of the new records, by parameter name. */
	readonly ids?: Values;
	readonly query?: string;
	readonly body?: unknown;
	readonly headers?: Texts;
	/** The expected status; defaults to the success status. */
	readonly expects?: number;
	/** Whether the check can read a successful response. Other checks compare its form. */
	readonly isReadable?: (response: ProviderResponse) => boolean;
}

export const NOT_FOUND = 404;
const CONFLICT = 409;

/** Whether the document lists the rejection of unknown ids for an operation, and the mock knows all ids. */
export const rejectsUnknownIds = ({ operation, plan }: Tested): boolean =>
	NOT_FOUND in operation.responses &&
	!plan.takesUnknownIds &&
	!plan.createsUnknown;

/** Returns values for list parameters whose defaults would exclude a record with these values. */
export const selectListed = ({ plan }: PageReader, values: Values): Values =>
	Object.fromEntries(
		(plan.selects ?? []).flatMap(({ in: place, name, property }) => {
			const value = values[property];
			const { schema = {} } = plan.query.byName.get(name) ?? {};
			const isOther =
				place === "query" && "default" in schema && value !== schema.default;
			return isOther && value !== undefined ? [[name, value]] : [];
		}),
	);

/** Creates, reads and changes one record. */
export class ItemSession {
	readonly item: Item;
	readonly #kept: ReadonlySet<string>;
	readonly #send: Parameters<Probe["run"]>[0];
	readonly #compare: Parameters<Probe["run"]>[2];
	readonly call: Parameters<Probe["run"]>[1];

	constructor(item: Item, ...[send, call, compare]: Parameters<Probe["run"]>) {
		this.item = item;
		this.#kept = listKept(item);
		this.#send = send;
		this.#compare = compare;
		this.call = call;
	}

	/**
	 * Creates a record with all optional properties, and requires that the response shows its parents.
	 * @param values values of its properties
	 */
	async create(values: Values = {}): Promise<Created> {
		const { creator, createBody } = this.item;
		const { plan, operation, collection } = creator;
		const named = await this.call.nameRecords(operation.id);
		const made = createBody();
		const references = Object.keys(Object(made)).filter((name) =>
			plan.references?.has(name),
		);
		const body = isObject(made)
			? { ...made, ...pick(named, references), ...values }
			: made;
		const response = await this.#ask(
			buildRequest(operation, { query: createQuery(plan), body }),
			creator,
		);
		const parents = (plan.selects ?? []).map(({ property, name }) => [
			property,
			named[name],
		]);
		this.requireShown(creator, response, Object.fromEntries(parents));
		const shown = readShown(creator, response);
		const id = shown[collection?.idProperty ?? "id"];
		return { id, values: shown, response };
	}

	/** Sends a request to an operation on a record. Returns the response. */
	ask(
		tested: Tested,
		id: unknown,
		{ ids, ...asked }: Asked = {},
	): Promise<ProviderResponse> {
		const { operation, plan } = tested;
		const all = { ...(plan.idParameter && { [plan.idParameter]: id }), ...ids };
		const path = Object.entries(all).reduce(
			(filled, [name, each]) =>
				filled.replace(`{${name}}`, () => encodeURIComponent(String(each))),
			operation.path,
		);
		return this.#ask(
			buildRequest(
				{ ...operation, path },
				{ query: createQuery(plan), ...asked },
			),
			tested,
			asked,
		);
	}

	async #ask(
		request: OutgoingRequest,
		{ operation: { success, responses } }: Tested,
		{ headers, expects = success, isReadable }: Asked = {},
	): Promise<ProviderResponse> {
		const sent = {
			...{ ...request, expects },
			...(headers && { headers: { ...request.headers, ...headers } }),
		};
		const response = await this.#send(sent);
		const mismatches = this.#compare(sent, response);
		// The document allows a rejection because of the state of the record.
		if (response.status === CONFLICT && CONFLICT in responses)
			throw new Unexpected();
		const isPage = response.status === expects && isReadable?.(response);
		if (mismatches.length > 0 && !isPage) throw new Unexpected(...mismatches);
		this.#requireValue("status", expects, response.status);
		return response;
	}

	/** Requires that a response shows these values. Skips values that the document does not show. */
	requireShown(
		tested: Tested,
		response: ProviderResponse,
		expected: Values,
	): void {
		const record = findRecord(tested.plan);
		const shown = readShown(tested, response);
		this.#requireValues(`${findRecordPlace(tested)}`, record, expected, shown);
	}

	#requireValues(
		place: string,
		record: Field | undefined,
		values: Values,
		actual: Values,
	): void {
		const wrong = this.#listShown(record, values)
			.filter(([name, value]) => !isDeepStrictEqual(actual[name], value))
			.map(([name, value]) =>
				createMismatch(`${place}.${name}`, show(value), show(actual[name])),
			);
		if (wrong.length > 0) throw new Unexpected(...wrong);
	}

	/** Lists the values of a record that the document shows, converted to the types in the document. */
	#listShown(record: Field | undefined, values: Values): [string, unknown][] {
		const { plan } = this.item.creator;
		// A record also keeps properties that the document does not name.
		const isOpen = record?.isOpen && plan.request?.isOpen;
		return Object.entries(values).flatMap(
			([name, value]): [string, unknown][] => {
				const field = record?.byName.get(name);
				const isOther = isOpen && !findRecord(plan)?.byName.has(name);
				if (!field) return isOther ? [[name, value]] : [];
				const shown = this.#kept.has(name) ? adapt(field, value) : undefined;
				const { maxLength = Infinity } = field.schema;
				if (typeof shown === "string")
					return [[name, [...shown].slice(0, Number(maxLength)).join("")]];
				return shown === undefined ? [] : [[name, shown]];
			},
		);
	}

	#requireValue(place: string, expected: unknown, actual: unknown): void {
		if (!isDeepStrictEqual(actual, expected))
			reject(place, show(expected), show(actual));
	}

	/** Requires that a response shows none of these values. */
	requireOther(
		tested: Tested,
		response: ProviderResponse,
		values: Values,
		names: readonly string[],
	): void {
		const actual = readShown(tested, response);
		for (const name of names)
			if (name in values && isDeepStrictEqual(actual[name], values[name]))
				reject(
					`${findRecordPlace(tested)}.${name}`,
					...(["none", show(actual[name])] as const),
				);
	}

	/** Requires that the record is read and listed with these values. */
	async requireStored(id: unknown, values: Values): Promise<void> {
		const { get, readers } = this.item;
		if (get) this.requireShown(get, await this.ask(get, id), values);
		for (const reader of readers)
			this.requireListed(
				reader,
				await this.list(reader, {
					query: createQuery(reader.plan, [], selectListed(reader, values)),
				}),
				...([id, values] as const),
			);
	}

	/** Requires that a page shows the record with these values. Skips values that the document does not show. */
	requireListed(
		{ place, record }: PageReader,
		{ items, shown }: ReadPage,
		id: unknown,
		values: Values,
	): void {
		const index = items.findIndex((each) => sameId(each.id, id));
		const found = shown?.[index];
		if (!found) rejectSelection(place, "[the new record]", "[only others]");
		this.#requireValues(`${place}[${index}]`, record, values, Object(found));
	}

	/** Requires that the record is neither read nor listed. */
	async requireGone(id: unknown): Promise<void> {
		const { get, readers } = this.item;
		if (get && rejectsUnknownIds(get))
			await this.ask(get, id, { expects: NOT_FOUND });
		for (const reader of readers) {
			const { items } = await this.list(reader);
			const found = items.find((each) => sameId(each.id, id));
			this.#requireValue(reader.place, undefined, found);
		}
	}

	/** Returns the first page of a list. */
	async list(
		{ tested, read }: PageReader,
		asked: Asked = {},
	): Promise<ReadPage> {
		const isReadable = (page: ProviderResponse): boolean => !!read(page);
		const sent = { ...asked, isReadable };
		const response = await this.ask(tested, undefined, sent);
		return read(response) ?? { items: [], roles: {} };
	}
}

/** Creates a probe about one record. */
export const createItemProbe = (
	item: Item,
	tested: Tested,
	what: string,
	assumptions: readonly string[],
	run: (session: ItemSession) => Promise<void>,
	status: number = tested.operation.success,
): Probe =>
	createProbe(
		tested,
		what,
		assumptions,
		async (...parts) => {
			await run(new ItemSession(item, ...parts));
			return [];
		},
		status,
	);
