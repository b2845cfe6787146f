import type { DocumentService } from "../behaviors/create-service.ts";
import { readFamilies } from "../behaviors/metrics.ts";
import { isTemplated } from "../document/path-template.ts";
import type { ContractBehavior, PageNames } from "../verification/contract.ts";
import { createPageReader, type PageReader } from "./page-reader.ts";
import type { Subject, Tested } from "./subject.ts";

/** Returns the names that pages have at the top of the request and of the response. */
function readPageNames({ plan, nameOf, find }: PageReader): PageNames[] {
	const nameIn = (role: string): string | undefined =>
		plan.body?.properties.find(([, each]) => each.role === role)?.[0];
	const { limit, cursor } = {
		limit: nameOf("limit"),
		cursor: nameOf("cursor"),
	};
	const [items, nextCursor] = [nameIn("items"), nameIn("nextCursor")];
	if (!limit || !cursor || !items || !nextCursor) return [];
	const inQuery = plan.query.properties.map(([name]) => name);
	const filters = (plan.request?.properties ?? []).flatMap(
		([name, { role }]) =>
			name !== limit && name !== cursor && role && find(role) ? [name] : [],
	);
	return [
		{
			...{ items, nextCursor, limit, cursor, filters },
			in: inQuery.includes(limit) ? "query" : "body",
		},
	];
}

/** Lists the texts before the ULID of ids. */
const listIdPrefixes = (document: DocumentService): string[] => [
	...new Set(
		Array.from(
			JSON.stringify(document.document).matchAll(/"\^(\w+_)\[0-7\]/g),
			([, prefix = ""]) => prefix,
		),
	),
];

/** Prepares a document for its checks. */
export function createSubject(document: DocumentService): Subject {
	const { plans, service, collections } = document;
	const described = document.describe();
	const tested = plans.flatMap((plan): Tested[] => {
		// A check has no values for other parameters yet.
		const needsMore = plan.operation.parameters.some(
			(each) => each.in !== "query" && each.required === true,
		);
		if (needsMore || isTemplated(plan.operation.path)) return [];
		const operation = service.operations.find(
			({ spec }) => spec.id === plan.operation.id,
		)?.spec;
		return operation
			? [{ plan, operation, collection: collections.get(plan.resource) }]
			: [];
	});
	const readers = tested.flatMap((each) => createPageReader(each) ?? []);
	const documented: ContractBehavior = {
		...described,
		pages: Object.fromEntries(
			readers.flatMap((reader) =>
				readPageNames(reader).map((names) => [
					reader.tested.operation.id,
					names,
				]),
			),
		),
		idPrefixes: listIdPrefixes(document),
		metricFamilies: readFamilies(document.model.metricFamilies).map(
			({ name }) => name,
		),
	};
	return { document, documented, tested };
}
