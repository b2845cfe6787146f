import { type Field, fieldsOf } from "../document/field.ts";
import { child, DocumentError, entries } from "../document/node.ts";
import type { Collection } from "./collections.ts";
import { isPage, type Plan } from "./operation-plan.ts";

const WRITING = ["create", "replace", "update", "remove"];

/** @throws DocumentError if an operation that writes no record has `x-audit` */
export function checkAudit({ operation, behavior }: Plan): void {
	const { id, node, pointer } = operation;
	if ("x-audit" in node && !WRITING.includes(behavior))
		throw new DocumentError(
			`${id} has x-audit, but its behavior is ${behavior}, which writes no record. Remove x-audit, or add x-behavior: ${WRITING.join(", ")}. If a record is created, the property of the response that identifies it needs x-role: <any>.id`,
			`${pointer}/x-audit`,
		);
}

/** Roles of a page that a header can show, even if the body does not. */
const PAGE_ROLES =
	"nextCursor nextPage nextOffset hasMore limit offset page".split(" ");

/** Lists the roles that the headers of a response can show: the roles of a page, or of a record. */
function listRoles(plan: Plan, record: Field | undefined): readonly string[] {
	const shown = isPage(plan) ? plan.body : record;
	const roles = (shown ? fieldsOf(shown) : []).flatMap(
		({ role }) => role ?? [],
	);
	return isPage(plan)
		? [...PAGE_ROLES, ...roles.filter((role) => role === "total")]
		: roles;
}

/** @throws DocumentError if a template has a placeholder that can never have a value */
export function checkTemplates(
	plans: readonly Plan[],
	collections: ReadonlyMap<string, Collection>,
): void {
	for (const plan of plans) {
		const { operation, behavior, resource, success, response } = plan;
		if (behavior === "example" || behavior === "metrics") continue;
		const roles = listRoles(plan, collections.get(resource)?.record);
		const shown = isPage(plan) ? "the page" : "the record";
		for (const [name, header] of entries(child(response, "headers")))
			for (const [, role = ""] of String(header["x-template"] ?? "").matchAll(
				/\{(\w+)\}/g,
			))
				if (!roles.includes(role))
					throw new DocumentError(
						`x-template of the header ${name} of ${operation.id} has {${role}}, but a placeholder is a role of ${shown}. Use one of ${roles.join(", ")}`,
						`${operation.pointer}/responses/${success}/headers/${name}/x-template`,
					);
	}
}
