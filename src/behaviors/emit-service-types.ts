import { type Field, pathOf } from "../document/field.ts";
import { child } from "../document/node.ts";
import { findCollections } from "./collections.ts";
import { findItems, type Plan } from "./operation-plan.ts";

/** The names of datasets and scenarios, for completion in editors. */
export interface PresetNames {
	readonly datasets: readonly string[];
	readonly scenarios: readonly string[];
}

const typeAt = (type: string, path: readonly string[]): string =>
	path.reduce(
		(outer, name) => `NonNullable<${outer}[${JSON.stringify(name)}]>`,
		type,
	);

/** Returns the type of the record in the response of an operation; undefined if the response does not show it. */
function findRecordType(
	{ operation, success, response, body }: Plan,
	record: Field,
): string | undefined {
	const [mediaType = ""] = Object.keys(child(response, "content"));
	const { node, path: route, method } = operation;
	const listed = Object.keys(child(node, "responses"));
	const status =
		[`${success}`, "2XX", "2xx"].find((each) => listed.includes(each)) ??
		"default";
	const statusKey = /^\d+$/.test(status) ? success : status;
	const owner =
		(node.operationId ?? "") === ""
			? `paths[${JSON.stringify(route)}][${JSON.stringify(method.toLowerCase())}]`
			: `operations[${JSON.stringify(node.operationId)}]`;
	const type = ["responses", statusKey, "content", mediaType].reduce<string>(
		(outer, each) => `${outer}[${JSON.stringify(each)}]`,
		owner,
	);
	const path = body && pathOf(body, record);
	if (path) return typeAt(type, path);
	const items = body && findItems(body);
	const toItems = items && pathOf(body, items);
	const below = items?.items && pathOf(items.items, record);
	return toItems && below
		? typeAt(`${typeAt(type, toItems)}[number]`, below)
		: undefined;
}

const emitProperties = (properties: readonly (readonly [string, unknown])[]) =>
	properties
		.map(([name, type]) => `\n\t\t${JSON.stringify(name)}: ${type};`)
		.join("");

const emitNames = (names: readonly string[]): string =>
	[...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");

/** Returns the type `Service`, which refers to the types of the document that `emitTypes` returns. */
export function emitServiceTypes(
	plans: readonly Plan[],
	{ datasets, scenarios }: PresetNames,
): string {
	const success = plans.map(
		({ operation, success }) => [operation.id, success] as const,
	);
	const collections = [...findCollections(plans)].map(
		([name, { record }]) =>
			[
				name,
				plans.map((plan) => findRecordType(plan, record)).find(Boolean) ??
					// No response shows a record of this collection.
					"Record<string, unknown>",
			] as const,
	);
	return `/** The types of the service, such as for setupMock<Service>({ document }). */
export type Service = ServiceOf<{
	paths: paths;
	operations: operations;
	success: {${emitProperties(success)}
	};
	collections: {${emitProperties(collections)}
	};
	datasets: ${emitNames(datasets)};
	scenarios: ${emitNames(scenarios)};
}>;
`;
}
