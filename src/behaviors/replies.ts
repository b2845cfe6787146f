import {
	fieldsOf,
	omitReadOnly,
	readSource,
	type Source,
	sample,
} from "../document/field.ts";
import { child, entries, isNode, type Node } from "../document/node.ts";
import { readField } from "../document/read-field.ts";
import type { OperationInput, Reply } from "../engine/model/service.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** Replaces `{role}` by the value of the role. Returns undefined if a role has none, as the next page after the last. */
function fillTemplate(template: string, { roles }: Source): string | undefined {
	const parts = template.split(/\{(\w+)\}/);
	const values = parts.map((part, index) =>
		index % 2 === 0 ? part : (roles[part] ?? undefined),
	);
	return values.includes(undefined)
		? undefined
		: values
				.map((value, index) =>
					index % 2 === 0 ? value : encodeURIComponent(String(value)),
				)
				.join("");
}

/** Lists the headers of a response whose values the document gives: by `x-template`, a constant, or a required sample. */
const listTemplates = (response: Node): [name: string, template: string][] =>
	entries(child(response, "headers")).flatMap(([name, header]) => {
		const { schema, required } = header;
		const { const: constant } = child(header, "schema");
		const text =
			header["x-template"] ??
			constant ??
			(required === true && isNode(schema)
				? sample(readField(schema))
				: undefined);
		return text === undefined ? [] : [[name.toLowerCase(), `${text}`]];
	});

/** Returns the headers of a response whose values the document gives. */
export function createHeaders(
	response: Node,
): (source: Source) => Readonly<Record<string, string>> {
	const templates = listTemplates(response);
	return (source) =>
		Object.fromEntries(
			templates.flatMap(([name, text]) => {
				const value = fillTemplate(text, source);
				return value === undefined ? [] : [[name, value]];
			}),
		);
}

/** @returns a function of the body and, for the headers, of what the body shows */
export function createReply({
	success,
	response,
}: OperationPlan): (body: unknown, show: () => Source) => Reply {
	if (listTemplates(response).length === 0)
		return (body) => ({ status: success, body });
	const headersOf = createHeaders(response);
	return (body, show) => ({
		...{ status: success, body },
		headers: headersOf(show()),
	});
}

/** Reads query and body by role. */
export function createReader({
	query,
	request,
}: OperationPlan): (input: Pick<OperationInput, "query" | "body">) => Source {
	const hasQuery = query.properties.length > 0;
	const hasReadOnly =
		request !== undefined &&
		fieldsOf(request).some(({ schema }) => schema.readOnly === true);
	return (input) => {
		const body = hasReadOnly ? omitReadOnly(request, input.body) : input.body;
		const sent = request && readSource(request, body);
		if (sent && !hasQuery) return sent;
		const { roles } = readSource(query, input.query);
		if (!sent) return { roles, named: {} };
		return { roles: { ...roles, ...sent.roles }, named: sent.named };
	};
}
