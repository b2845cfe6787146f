import { type Field, fieldsOf, findOwner } from "../document/field.ts";
import {
	child,
	DocumentError,
	type DocumentOperation,
	entries,
	type Node,
} from "../document/node.ts";

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

/** What the mock knows of a page, whether its body shows it or not. */
const PAGE_ROLES =
	"nextCursor nextPage nextOffset hasMore limit offset page".split(" ");

/** @throws DocumentError if a template has a placeholder that is no role of the response */
export function checkTemplates(
	{ id, pointer }: DocumentOperation,
	status: string,
	response: Node,
	body: Field | undefined,
	isPage: boolean,
): void {
	const shown = body
		? fieldsOf(body).flatMap(({ role }) => role ?? [])
		: ["id"];
	const roles = isPage ? [...new Set([...shown, ...PAGE_ROLES])] : shown;
	for (const [name, header] of entries(child(response, "headers")))
		for (const [, role = ""] of String(header["x-template"] ?? "").matchAll(
			/\{(\w+)\}/g,
		))
			if (!roles.includes(role))
				throw new DocumentError(
					`x-template of the header ${name} of ${id} has {${role}}, but a placeholder is a role of the response. Use one of ${roles.join(", ")}`,
					`${pointer}/responses/${status}/headers/${name}/x-template`,
				);
}
