import { fieldsOf, readSource, type Source } from "../document/field.ts";
import { child, DocumentError, entries, type Node } from "../document/node.ts";
import type { OperationInput, Reply } from "../engine/model/service.ts";
import type { Plan } from "./find-behaviors.ts";

/** Replaces `{role}` by the value of the role. */
const fillTemplate = (template: string, { roles }: Source): string =>
	template.replace(/\{(\w+)\}/g, (_, role: string) =>
		encodeURIComponent(String(roles[role] ?? "")),
	);

/** Returns the headers of a response whose values the document gives: by `x-template`, or a constant. */
export function createHeaders(
	response: Node,
): (source: Source) => Reply["headers"] {
	const headers = entries(child(response, "headers")).flatMap(
		([name, header]) => {
			const { const: constant } = child(header, "schema");
			const text = header["x-template"] ?? constant;
			return text === undefined ? [] : [[name.toLowerCase(), `${text}`]];
		},
	);
	return (source) =>
		headers.length > 0
			? Object.fromEntries(
					headers.map(([name = "", text = ""]) => [
						name,
						fillTemplate(text, source),
					]),
				)
			: undefined;
}

/** @throws DocumentError if a template has a placeholder that is no role of the response */
function checkTemplates({ operation, response, body, success }: Plan): void {
	const roles = body
		? fieldsOf(body).flatMap(({ role }) => role ?? [])
		: ["id"];
	for (const [name, header] of entries(child(response, "headers")))
		for (const [, role = ""] of String(header["x-template"] ?? "").matchAll(
			/\{(\w+)\}/g,
		))
			if (!roles.includes(role))
				throw new DocumentError(
					`x-template of the header ${name} of ${operation.id} has {${role}}, but a placeholder is a role of the response. Use one of ${roles.join(", ")}`,
					`${operation.pointer}/responses/${success}/headers/${name}/x-template`,
				);
}

export function createReply(plan: Plan) {
	const { success, response } = plan;
	checkTemplates(plan);
	const headersOf = createHeaders(response);
	return (body: unknown, source: Source): Reply => {
		const headers = headersOf(source);
		return { status: success, body, ...(headers && { headers }) };
	};
}

/** Reads query and body by role. */
export function createReader({ query, request }: Plan) {
	return (input: Pick<OperationInput, "query" | "body">): Source => {
		const sent = request && readSource(request, input.body);
		return {
			roles: { ...readSource(query, input.query).roles, ...sent?.roles },
			named: sent?.named ?? {},
		};
	};
}
