import { findRecord } from "../behaviors/collections.ts";
import {
	findItems,
	type Plan,
	readPageForm,
} from "../behaviors/operation-plan.ts";
import {
	adapt,
	compose,
	readSource,
	type Source,
} from "../document/compose.ts";
import { type Field, fieldsOf, isFreeText, pathOf } from "../document/field.ts";
import { child, entries } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { tryParseJson, type Values, valueAt } from "../values/json.ts";
import { computeByObject } from "../values/load-once.ts";
import type {
	Condition,
	OutgoingRequest,
	ProviderResponse,
} from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import type { Tested } from "./subject.ts";
import { createBody, createQuery } from "./valid-requests.ts";

/** Returns the parsed body. Parses it once, because many differences are looked for in the same long pages. */
export const jsonOf: (response: ProviderResponse) => unknown = computeByObject(
	({ body }) => tryParseJson(`${body}`),
);

/** Returns a value as a mismatch shows it. */
export const show = (value: unknown): string =>
	JSON.stringify(value) ?? "missing";

/** The values of a page: by role, and by name for values without a role. */
export interface ReadPage {
	readonly items: readonly Values[];
	readonly roles: Values;
	/** The items as they are in the response. */
	readonly shown?: readonly unknown[];
}

/** A list or a search. */
export interface PageReader {
	readonly tested: Tested;
	readonly plan: Plan;
	/** The place of the items, such as `$.items`. */
	readonly place: string;
	readonly record: Field;
	/** Reads a page by role. Returns undefined if the response has no items. */
	read(response: ProviderResponse): ReadPage | undefined;
	/** Returns a query and a body from values by role. */
	input(values: Values): {
		readonly query: Values;
		readonly body: Values | undefined;
	};
	/** Creates a request with values by role. */
	request(values: Values): OutgoingRequest;
	/**
	 * Returns the place of the role or the property in the record with this index, such as `$.items[0].name`; undefined
	 * if it has none.
	 */
	placeInRecord(part: string, index: number): string | undefined;
	/** Returns the parameter or property of the request with this role. */
	find(role: string): Field | undefined;
	/** Returns the place of the role outside of the items, such as `$.nextCursor`. */
	placeOf(role: string): string;
	/** Returns the name of the parameter or property with this role in the request. */
	nameOf(role: string): string | undefined;
	/** Whether requests accept any text for this role. */
	takesText(role: string): boolean;
	/** Returns the body of a response with only these items. */
	write(items: unknown): unknown;
}

/** A cursor that no service issues. */
export const NEVER_ISSUED = "never-issued";

/** Returns an object with the values of these roles only. */
export const composeParts = (
	field: Field,
	roles: Values,
	whole?: Source["whole"],
): unknown =>
	compose(field, {
		...{ roles, named: {}, otherwise: () => undefined },
		...(whole && { whole }),
	});

/** Returns the cursor of the next page from the header `Link` (RFC 8288). */
function readNextLink(
	{ headers: { link = "" } }: ProviderResponse,
	name: string | undefined,
): Values {
	const [, url] = /<([^>]*)>[^,]*;\s*rel="?next"?/i.exec(link) ?? [];
	const parsed = attempt(() => new URL(url ?? "", "http://page.test"));
	const nextCursor = name === undefined ? null : parsed?.searchParams.get(name);
	return typeof nextCursor === "string" ? { nextCursor } : {};
}

/** Returns the value of a condition in the form of its property, which may be an array of values. */
const write = (field: Field, value: unknown): unknown =>
	field.items && !Array.isArray(value)
		? [adapt(field.items, value)]
		: adapt(field, value);

export function createPageReader(tested: Tested): PageReader | undefined {
	const { plan } = tested;
	const { body, operation, query, request } = plan;
	const items = body && findItems(body);
	const path = items && pathOf(body, items);
	const record = findRecord(plan);
	if (!items || !path || !record) return undefined;
	const findIn = (field: Field | undefined, role: string) =>
		field?.properties.find(([, each]) => each.role === role);
	const findNamed = (role: string) =>
		findIn(query, role) ?? findIn(request, role);
	const find = (role: string) => findNamed(role)?.[1];
	const nameOf = (role: string) => findNamed(role)?.[0];
	function input(values: Values) {
		const inQuery: Record<string, unknown> = {};
		const inBody: Record<string, unknown> = { ...Object(createBody(plan, [])) };
		for (const [role, value] of Object.entries(values)) {
			const parameter = findIn(query, role);
			const property = findIn(request, role);
			if (parameter) inQuery[parameter[0]] = value;
			else if (property) inBody[property[0]] = write(property[1], value);
		}
		const takesBody = operation.method !== "GET";
		return { query: inQuery, body: takesBody ? inBody : undefined };
	}
	return {
		...{ tested, plan, record, find, input },
		placeInRecord(part, index) {
			const field =
				fieldsOf(record).find(({ role }) => role === part) ??
				record.properties.find(([name]) => name === part)?.[1];
			const at = field && pathOf(record, field);
			return at && ["$", ...path].join(".").concat(`[${index}].`, at.join("."));
		},
		placeOf(role) {
			const field = fieldsOf(body).find((each) => each.role === role);
			return ["$", ...((field && pathOf(body, field)) ?? [role])].join(".");
		},
		place: ["$", ...path].join("."),
		read(response) {
			const whole = jsonOf(response);
			const found = valueAt(whole, ...path);
			if (!Array.isArray(found)) return undefined;
			return {
				shown: found,
				items: found.map((each) => {
					const { named, roles } = readSource(record, each);
					return { ...named, ...roles };
				}),
				roles: {
					...readNextLink(response, nameOf("cursor")),
					...(items === body ? {} : readSource(body, whole).roles),
				},
			};
		},
		takesText(role) {
			const field = find(role);
			return field !== undefined && isFreeText(field);
		},
		nameOf,
		request(values) {
			const { query, body } = input(values);
			return buildRequest(tested.operation, {
				query: createQuery(plan, [], query),
				...(body && { body }),
			});
		},
		write: (written) => composeParts(body, {}, new Map([[items, written]])),
	};
}

/**
 * The conditions that select records, and the roles that they compare. The limit comes first, because it determines
 * the end of pages.
 */
const CONDITIONS: readonly (readonly [role: string, part: string])[] = [
	["limit", ""],
	["cursor", ""],
	["action", "action"],
	["subjectType", "subjectType"],
	["subjectId", "subjectId"],
	["text", ""],
	["from", "createdAt"],
	["to", "createdAt"],
];

/** Lists the words in the names of an operation, and of the schemas of its request. */
const listOperationWords = ({ operation: { id, node } }: Plan): string[] => {
	const body = JSON.stringify(node.requestBody ?? {});
	const schemas = Array.from(
		body.matchAll(/schemas\/(\w+)/g),
		([, name]) => name,
	);
	const words = [id, ...schemas].join(" ").match(/[A-Z]?[a-z]+/g) ?? [];
	return [...new Set(words.map((each) => each.toLowerCase()))];
};

/** Lists the conditions that a request can have, and the order of the records if that is the usual one. */
export const listConditions = ({
	find,
	nameOf,
	placeInRecord,
	plan,
}: PageReader): Condition[] =>
	[...CONDITIONS, ["newestFirst", "createdAt"] as const].flatMap(
		([role, part]) => {
			const isOrder = role === "newestFirst";
			const name = isOrder ? role : nameOf(role);
			const place = placeInRecord(part, 0)?.replaceAll("[0]", "[*]");
			const form = readPageForm(plan);
			const isOther = isOrder && form.isOldestFirst;
			const isInclusive = role === "from" ? form.includesFrom : form.includesTo;
			const { isCaseSensitive, takesUnknownCursor } = form;
			const takesId = role === "cursor" && form.position === "id";
			const isListed = find(role)?.items !== undefined;
			const forms = {
				...{ isInclusive, isCaseSensitive, takesUnknownCursor, takesId },
				isListed,
			};
			const words = role === "text" ? listOperationWords(plan) : undefined;
			return name === undefined || isOther
				? []
				: [{ name, role, place, words, ...forms }];
		},
	);

/** Returns how a request names the next page; undefined if it cannot. */
export function findContinuation({
	find,
	plan: { body, response },
}: PageReader): "cursor" | "page" | "offset" | undefined {
	const isIssued =
		(body && fieldsOf(body).some(({ role }) => role === "nextCursor")) ||
		entries(child(response, "headers")).some(
			([name, header]) =>
				name.toLowerCase() === "link" &&
				String(header["x-template"]).includes("{nextCursor}"),
		);
	if (find("cursor") && isIssued) return "cursor";
	return (["page", "offset"] as const).find((role) => find(role));
}
