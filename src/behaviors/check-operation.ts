import { type Field, fieldsOf, findOwner } from "../document/field.ts";
import {
	child,
	DocumentError,
	type DocumentOperation,
	entries,
} from "../document/node.ts";
import type { Collection } from "./collections.ts";
import { isPage, type Plan } from "./operation-plan.ts";

/** @throws DocumentError if `x-audit` stands where nothing shows which record was created */
export function checkAudit(
	{ id, node, pointer }: DocumentOperation,
	body: Field | undefined,
): void {
	if ("x-audit" in node && body && !findOwner(body, "id"))
		throw new DocumentError(
			`${id} has x-audit, but its response has no role id. Add x-role: <any>.id to the property that identifies the record`,
			`${pointer}/x-audit`,
		);
}

/** What a header can show of a page even if its body does not. */
const PAGE_ROLES =
	"nextCursor nextPage nextOffset hasMore limit offset page".split(" ");

/** Lists what the headers of a response can show: what is known of a page, or the parts of a record. */
function listRoles(plan: Plan, record: Field | undefined): readonly string[] {
	const shown = isPage(plan) ? plan.body : record;
	const roles = (shown ? fieldsOf(shown) : []).flatMap(
		({ role }) => role ?? [],
	);
	return isPage(plan)
		? [...PAGE_ROLES, ...roles.filter((role) => role === "total")]
		: roles;
}

/** @throws DocumentError if a template has a placeholder that would never have a value */
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
