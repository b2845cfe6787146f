import type { DocumentService } from "../behaviors/create-service.ts";
import { readFamilies } from "../behaviors/metrics.ts";
import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import { child } from "../document/node.ts";
import type { ContractBehavior, PageNames } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import {
	createNamedRecords,
	findOrigins,
	findReferences,
	isNameable,
} from "./named-records.ts";
import { createPageReader, type PageReader } from "./page-reader.ts";
import type { Subject, Tested } from "./subject.ts";
import { createPath, createValidRequest } from "./valid-requests.ts";

/** Returns the names of the roles at the top level of a page's request and response. */
function readPageNames({ plan, nameOf, find }: PageReader): PageNames[] {
	const nameIn = (role: string): string | undefined =>
		plan.body?.properties.find(([, each]) => each.role === role)?.[0];
	const [limit, cursor] = [nameOf("limit"), nameOf("cursor")];
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

/** Lists the prefixes of ids that end with a ULID. */
const listIdPrefixes = (document: DocumentService): string[] => [
	...new Set(
		Array.from(
			JSON.stringify(document.document).matchAll(/"\^(\w+_)\[0-7\]/g),
			([, prefix = ""]) => prefix,
		),
	),
];

/** Finds the origin of the records that requests name. Leaves out operations for which no origin is known. */
function nameRecords(candidates: readonly Tested[]) {
	const found = findOrigins(candidates);
	const referring = candidates.map((each) => {
		const references = findReferences(each, found, candidates);
		return { ...each, plan: { ...each.plan, references } };
	});
	const origins = findOrigins(referring);
	const tested = referring.filter((each) => isNameable(each, origins));
	return { tested, origins };
}

/**
 * Returns why the document does not allow the request that checks send. For some media types and patterns, no valid
 * request can be made.
 */
function findFault(
	{ expectStatus }: DocumentedBehavior,
	{ operation, plan, path }: Pick<Tested, "operation" | "plan" | "path">,
): string | undefined {
	const request = buildRequest(
		{ ...operation, path },
		createValidRequest(plan),
	);
	return expectStatus(operation.id, request).because;
}

/** Returns a sentence for each operation with a request example that the document does not allow. */
export function findInvalidExamples(document: DocumentService): string[] {
	const models = new Map(
		document.service.operations.map(({ spec }) => [spec.id, spec]),
	);
	const withExample = document.plans.filter(
		({ operation }) => "example" in (operation.requestContent[0]?.[1] ?? {}),
	);
	if (withExample.length === 0) return [];
	const described = document.describe();
	return withExample.flatMap((plan) => {
		const operation = models.get(plan.operation.id);
		const path = createPath(plan);
		const fault = operation && findFault(described, { operation, plan, path });
		return fault === undefined
			? []
			: [
					`${plan.operation.id} has an invalid example of its request: ${fault}. Fix the example.`,
				];
	});
}

/** Prepares a document for the checks. */
export function createSubject(document: DocumentService): Subject {
	const { plans, service, collections } = document;
	const described = document.describe();
	const candidates = plans.flatMap((plan): Tested[] => {
		// Checks cannot fill in other parameters yet.
		const needsMore = plan.operation.parameters.some(
			(each) =>
				(each.in === "header" || each.in === "cookie") &&
				each.required === true,
		);
		if (needsMore) return [];
		const operation = service.operations.find(
			({ spec }) => spec.id === plan.operation.id,
		)?.spec;
		return operation
			? [
					{
						...{ plan, operation, path: createPath(plan) },
						collection: collections.get(plan.resource),
					},
				]
			: [];
	});
	const { tested, origins } = nameRecords(
		candidates.filter((each) => findFault(described, each) === undefined),
	);
	const readers = tested.flatMap((each) => createPageReader(each) ?? []);
	const documented: ContractBehavior = {
		...described,
		expectStatus(target, request) {
			const { plan, path = "" } =
				tested.find(({ operation }) => operation.id === target) ?? {};
			const template = plan?.operation.path ?? "";
			const filled = request.path.replace(template, () => path);
			return described.expectStatus(target, { ...request, path: filled });
		},
		pages: Object.fromEntries(
			readers.flatMap((reader) =>
				readPageNames(reader).map((names) => [
					reader.tested.operation.id,
					names,
				]),
			),
		),
		audits: Object.fromEntries(
			tested.flatMap(({ operation: { id }, plan }) => {
				const { action } = child(plan.operation.node, "x-audit");
				return typeof action === "string" ? [[id, action] as const] : [];
			}),
		),
		idPrefixes: listIdPrefixes(document),
		metricFamilies: readFamilies(document.model.metricFamilies).map(
			({ name }) => name,
		),
	};
	const { findResponseAssumptions } = documented;
	return {
		...{ document, documented, tested, origins },
		createNamedRecords: () => createNamedRecords(tested, origins),
		problemAssumptions(target, received) {
			const { status = [], contentType = [] } =
				findResponseAssumptions(target, received) ?? {};
			return [...new Set([...status, ...contentType])];
		},
		bodyAssumptions({ id, success }, place) {
			const { body, status } = findResponseAssumptions(id, success) ?? {};
			return body?.[place] ?? status ?? [];
		},
	};
}
