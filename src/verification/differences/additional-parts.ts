import { groupBy } from "../../values/group-by.ts";
import { isJsonType } from "../../values/http.ts";
import { isObject, tryParseJson, valueAt } from "../../values/json.ts";
import { listLeaves } from "../../values/list-all-values.ts";
import type { ComparedObservation } from "../observed.ts";
import {
	describeOrigin,
	describePart,
	indexIds,
	type Part,
} from "./describe-parts.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";

/** What the document says about a part of a response that it does not name. */
export const NOT_DOCUMENTED = "not documented";

/** Headers that HTTP itself, a server or a proxy needs. */
const PLUMBING =
	/^(date|server|connection|keep-alive|transfer-encoding|content-(length|type|encoding)|trailer|upgrade|expires|etag|last-modified|via|age|access-control-.+|mock-.+)$/;
/** A header that so many operations send is one of all responses. */
const MIN_COMMON = 3;

/** Returns the values at a documented path of a body, such as `$.items[*].id`. */
export function listValues(body: unknown, where: string): unknown[] {
	let values = [body];
	for (const step of where.slice(1).match(/[^.[\]]+|\[\*\]/g) ?? [])
		values = values.flatMap((each) => {
			if (step === "[*]" || step === "*")
				return Array.isArray(each) ? each : [];
			return isObject(each) && step in each ? [each[step]] : [];
		});
	return values;
}

/** @param usual the headers of successful responses */
function listParts(
	example: ComparedObservation,
	usual: ReadonlySet<string>,
): Part[] {
	const { response, documentedForm, additional, deviations } = example;
	const body = tryParseJson(documentedForm?.body ?? "");
	const isParameterized = (name: string, value: string): boolean =>
		name === "content-type" && isJsonType(value) && value.includes(";");
	const isRejection = response.status >= 400;
	// A rejection may repeat the request, in which learning may have put the documented words back.
	const sent = [example.adapted, example.request]
		.map((each) => `${each?.body ?? ""}`)
		.join("\n");
	const { change } = deviations.find(({ where }) => where === "$") ?? {};
	const wrapper = change?.kind === "wrap" && !isRejection ? change.to : "";
	const outer = wrapper ? tryParseJson(`${response.body}`) : {};
	const beside = Object.entries(Object(outer)).filter(
		([name]) => name !== wrapper && !(name in Object(body)),
	);
	const isSent = (value: unknown): boolean =>
		sent.includes(JSON.stringify(value));
	const headers = Object.entries(response.headers).filter(
		([name, value]) =>
			!(isRejection && usual.has(name)) &&
			(!PLUMBING.test(name) || isParameterized(name, value)),
	);
	return [
		...additional.flatMap((where) =>
			listValues(body, where).flatMap((value) =>
				(isRejection ? listLeaves(value, where) : [{ where, value }])
					.filter((each) => !isRejection || !isSent(each.value))
					.map((each) => ({ example, ...each })),
			),
		),
		...beside.map(([name, value]) => ({ example, where: `$.${name}`, value })),
		...headers.map(([name, value]) => ({
			...{ example, where: `header ${name}`, value },
		})),
	];
}

/** Lists objects from which only a part was found at another place of the document, without this part. */
function listRemainders(
	example: ComparedObservation,
	names: readonly string[],
): Part[] {
	const body = tryParseJson(`${example.response.body}`);
	return [...new Set(names)].flatMap((moved) => {
		const [outer = "", ...path] = moved.split(".");
		const value = valueAt(body, outer);
		if (path.length === 0 || !isObject(value)) return [];
		const others = Object.entries(value).filter(
			([name]) => !names.includes(`${outer}.${name}`),
		);
		return others.length === 0
			? []
			: [{ example, where: `$.${outer}`, value: Object.fromEntries(others) }];
	});
}

const isCreation = ({ request, response }: ComparedObservation): boolean =>
	request.method === "POST" && response.status < 300;

/**
 * Lists the properties that all items of a list have although the document does not name them, and not each request that
 * created a record had them.
 * @param listDocumented returns the names that items have by the document
 */
function listItemParts(
	compared: readonly ComparedObservation[],
	listDocumented: (page: ComparedObservation) => readonly string[],
): Part[] {
	const created = compared.filter(isCreation);
	const pages = compared.flatMap((example) => {
		const { request, response, documentedForm } = example;
		const body = Object(tryParseJson(documentedForm?.body ?? ""));
		const isList = request.method === "GET" && response.status < 300;
		const [path = ""] = request.path.split("?");
		const [list] = Object.entries(body).filter(([, each]) =>
			Array.isArray(each),
		);
		return isList && list
			? [{ path, example, name: list[0], items: [list[1]].flat() }]
			: [];
	});
	return groupBy(pages, ({ path }) => path).flatMap((own) => {
		const items = own.flatMap((each) => each.items);
		const sent = created
			.filter(({ request }) => request.path === own[0].path)
			.map(({ request }) => Object(tryParseJson(`${request.body}`)));
		const documented = listDocumented(own[0].example);
		const item = Object(items[0]);
		const shared = Object.keys(item).filter(
			(name) =>
				!documented.includes(name) &&
				sent.some((each) => !(name in each)) &&
				items.every((each) => isObject(each) && name in each),
		);
		const shown = own.find((each) => each.items.length > 0);
		const value = Object.fromEntries(shared.map((name) => [name, item[name]]));
		return shown && shared.length > 0
			? [{ example: shown.example, where: `$.${shown.name}[*]`, value }]
			: [];
	});
}

/**
 * Lists the properties and headers of successful responses, and the properties of rejections, that the document does
 * not name.
 * @param listNames returns the names in such responses that other differences explain, in an object or within it
 * @param isDeclared whether the document names a header
 * @param listDocumented returns the names that the items of a list have by the document
 * @param accepted further responses, whose values count if other ones have the same part
 */
export function listAdditionalParts(
	compared: readonly ComparedObservation[],
	listNames: (example: ComparedObservation, where: string) => readonly string[],
	isDeclared: (observation: ComparedObservation, header: string) => boolean,
	listDocumented: Parameters<typeof listItemParts>[1],
	accepted: readonly ComparedObservation[] = [],
): Shown[] {
	const usual = new Set(
		compared.flatMap(({ response: { status, headers } }) =>
			status < 300 ? Object.keys(headers) : [],
		),
	);
	const parts = compared
		.filter(
			({ status, response }) =>
				status < 300 === response.status < 300 && response.status < 500,
		)
		.flatMap((each) => [
			...listParts(each, usual),
			...(each.status < 300 ? listRemainders(each, listNames(each, "$")) : []),
		])
		.concat(listItemParts(compared, listDocumented))
		.filter(({ example, where, value }) => {
			const [, header] = /^header (.+)$/.exec(where) ?? [];
			const [, outer = "", name = ""] = /^(.*)\.(.*)$/s.exec(where) ?? [];
			// The other name of an object says nothing of what the object has.
			return header === undefined
				? isObject(value) || !listNames(example, outer).includes(name)
				: !isDeclared(example, header);
		});
	const operations = new Map<string, Set<string>>();
	for (const { where, example } of parts) {
		const known = operations.get(where) ?? new Set();
		operations.set(where, known.add(example.operation));
	}
	const groups = groupBy(parts, ({ example, where }) => {
		const { size = 0 } = operations.get(where) ?? {};
		const isRejection = example.response.status >= 400;
		const isCommon =
			isRejection || (where.startsWith("header ") && size >= MIN_COMMON);
		return JSON.stringify([
			...[isCommon ? "" : example.operation, where, isRejection],
		]);
	});
	const further = accepted.map((example) => {
		return { example, body: tryParseJson(example.documentedForm?.body ?? "") };
	});
	const ids = indexIds(compared);
	const listed = new Set(
		compared
			.filter(({ request }) => request.method === "GET")
			.map(({ request }) => request.path),
	);
	const rejected = compared.filter(({ response }) => response.status >= 400);
	const isInErrors = (header: string): boolean =>
		rejected.length > 0 &&
		rejected.every(({ response }) => header in response.headers);
	return groups.flatMap((group) => {
		const [{ where, example }] = group;
		const [, header] = /^header (.+)$/.exec(where) ?? [];
		const isRejection = example.response.status >= 400;
		const isUsual = !isRejection && isInErrors(header ?? "");
		const origin = isUsual ? ", also in errors" : "";
		const others = further
			.filter((each) => each.example.operation === example.operation)
			.flatMap((each) =>
				(header === "link"
					? [each.example.response.headers[header] ?? []].flat()
					: listValues(each.body, where)
				).map((value) => ({
					...{ example: each.example, where, value },
				})),
			);
		const actual =
			describePart(group, listed, isRejection ? [] : others) +
			(header === undefined ? describeOrigin(group, ids) : origin);
		return tellOperations(
			group.map(({ example }) => example),
			{ where, expected: NOT_DOCUMENTED, actual },
		);
	});
}
