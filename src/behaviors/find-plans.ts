import { type Field, findOwner, readField } from "../document/field.ts";
import { inline } from "../document/inline.ts";
import {
	child,
	DocumentError,
	type DocumentOperation,
	type DocumentParts,
	entries,
	findSuccess,
	isNode,
	type Node,
} from "../document/node.ts";
import {
	readContent,
	readRequest,
	readResponse,
} from "../document/read-content.ts";
import { FRAMING } from "../values/http.ts";
import { filterEntries } from "../values/json.ts";
import { listIdParameters, relatePlans } from "./find-items.ts";
import { createIdNames } from "./id-names.ts";
import { hasAnyRole, inferBody } from "./infer-roles.ts";
import { inferShape } from "./infer-shape.ts";
import {
	BEHAVIORS,
	type Behavior,
	findItems,
	isPage,
	lists,
	type Plan,
} from "./operation-plan.ts";
import { inferQuery } from "./page-signs.ts";

/** Returns the last segment of a path that is not a parameter. */
const resourceOf = (path: string): string =>
	path
		.split("/")
		.filter((part) => part !== "" && !part.startsWith("{"))
		.at(-1) ?? "root";

function inferBehavior(
	method: string,
	isAudited: boolean,
	response: Node,
	body: Field | undefined,
): Behavior {
	if ("x-metrics" in response) return "metrics";
	const items = body && findItems(body)?.items;
	if (items && findOwner(items, "id"))
		return method === "GET" ? "list" : "search";
	const isCreated = method === "POST" && body && findOwner(body, "id");
	// Without a body in the response, only the audit trail shows the created record.
	return isCreated || (isAudited && !body) ? "create" : "example";
}

/** Returns the extension keywords, such as `x-role`. */
const ownKeywords = (node: Node): Node =>
	filterEntries(node, (keyword) => keyword.startsWith("x-"));

/** Adds information that the document does not state. */
interface Inference {
	/** Adds to a schema the form that an example of the response shows. */
	shape(schema: Node, content: Node): Node;
	/** Adds the roles that follow from the form of a response. */
	roles(body: Field, operation: DocumentOperation, resource: string): Field;
}

/**
 * Finds the behavior of an operation by `x-behavior`, or by the form of its response.
 * @param infer by default, nothing is inferred
 */
export function findBehavior(
	document: DocumentParts,
	operation: DocumentOperation,
	infer?: Inference,
): Plan {
	const { node, path, method, responses, parameters } = operation;
	const status = findSuccess(responses) ?? "200";
	const [, response = {}] = responses.find(([each]) => each === status) ?? [];
	const resolved = readResponse(document, response);
	const contents = entries(child(resolved, "content"));
	const shown = readContent(document, contents, infer?.shape);
	const resource = String(node["x-resource"] ?? resourceOf(path));
	for (const name of [operation.id, resource])
		if (name === "__proto__")
			throw new DocumentError(
				"the name __proto__ cannot be used. Choose another operationId or x-resource",
				operation.pointer,
			);
	const body = shown && (infer?.roles(shown, operation, resource) ?? shown);
	const properties = Object.fromEntries(
		parameters.map((each) => [
			each.name,
			{
				...inline(document.resolve, child(each, "schema")),
				...ownKeywords(each),
			},
		]),
	);
	const inferred = inferBehavior(method, "x-audit" in node, resolved, body);
	const behavior =
		BEHAVIORS.find((each) => each === node["x-behavior"]) ?? inferred;
	return {
		...{ operation, behavior },
		resource,
		...(body !== shown && { isInferred: true }),
		success: Number(status),
		response: resolved,
		body,
		request: readRequest(document, operation),
		query: readField({ type: "object", properties }),
	};
}

/**
 * Returns a template for the total number of records, if the name of a required header means it; undefined for other
 * headers.
 */
function findTotal(header: Node, name: string): string | undefined {
	const { schema } = header;
	const isCount =
		isNode(schema) &&
		readField(schema).isNumeric &&
		/(^|[-_])(total|count)([-_]|$)/i.test(name);
	if (!isCount) return undefined;
	return /pages?([-_]|$)/i.test(name) ? "{totalPages}" : "{total}";
}

/** Returns a template for the path of a new record; undefined if no operation reads records at such a path. */
function findLocation(plan: Plan, plans: readonly Plan[]): string | undefined {
	const { path } = plan.operation;
	const isShown = plans.some(
		({ operation, idParameter, resource }) =>
			resource === plan.resource &&
			operation.path === `${path}/{${idParameter}}`,
	);
	return isShown ? `${path}/{id}` : undefined;
}

/**
 * Adds templates to required headers without one: the total number of records, the path of a new record, or an
 * example. Omits headers that the server sets.
 */
function completeHeaders(plan: Plan, plans: readonly Plan[]): Plan {
	const given = entries(child(plan.response, "headers"));
	// A redirect without its place leads nowhere.
	const isNeeded = (name: string): boolean =>
		plan.success >= 300 && /^location$/i.test(name);
	const headers = given.flatMap(([name, listed]) => {
		const header = isNeeded(name) ? { ...listed, required: true } : listed;
		// The type follows from the content, and the mock encodes nothing.
		if (FRAMING.test(name) || /^content-(encoding|type)$/i.test(name))
			return [];
		if (header.required !== true) return [[name, header] as const];
		const isPlace = plan.behavior === "create" && /^location$/i.test(name);
		const known = isPage(plan)
			? findTotal(header, name)
			: isPlace && findLocation(plan, plans);
		const [named] = entries(child(header, "examples"));
		const template = known || (header.example ?? named?.[1].value);
		return [[name, { ...header, "x-inferred-template": template }] as const];
	});
	if (given.length === 0) return plan;
	const all = Object.fromEntries(headers);
	const countsInHeader = headers.some(([, header]) =>
		String(header["x-inferred-template"]).startsWith("{total"),
	);
	return {
		...{ ...plan, response: { ...plan.response, headers: all } },
		...(countsInHeader && { countsInHeader }),
	};
}

/** Finds the plans of all operations. If a response has no roles, they follow from its form. */
export function findPlans(document: DocumentParts): Plan[] {
	const { operations } = document;
	const known = listIdParameters(operations.map(({ path }) => path));
	const namesOf = createIdNames(known);
	const infer: Inference = {
		shape: (schema, content) =>
			hasAnyRole(readField(schema)) ? schema : inferShape(schema, content),
		roles: (body, { method, path }, resource) =>
			inferBody(body, method, path, resource, namesOf(resource)),
	};
	const plans = operations.map((each) => findBehavior(document, each, infer));
	const related = relatePlans(
		plans.map((plan) =>
			plan.isInferred && plan.behavior === "list"
				? { ...plan, query: inferQuery(plan.query, lists(plan, 400)) }
				: plan,
		),
	);
	return related.map((plan) => completeHeaders(plan, related));
}
