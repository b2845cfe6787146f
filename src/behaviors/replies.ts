import { readSource, type Source, sample } from "../document/compose.ts";
import { fieldsOf, omitReadOnly, readField } from "../document/field.ts";
import { child, entries, isNode, type Node } from "../document/node.ts";
import type { OperationInput, Reply } from "../engine/model/service.ts";
import type { OperationPlan } from "./operation-plan.ts";

/**
 * Replaces each `{role}` by the value of the role. Returns undefined if a role has no value, such as the cursor on
 * the last page.
 */
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

/** Returns the template or the constant of a header in the document; undefined if it has none. */
export const readTemplate = (header: Node): unknown =>
	header["x-template"] ?? child(header, "schema").const;

/**
 * Returns the template or the constant of a header. If a required header has neither, returns an inferred template or
 * a sample.
 */
const readTemplateOrSample = (header: Node): unknown => {
	const { schema, required } = header;
	return (
		readTemplate(header) ??
		(required === true
			? (header["x-inferred-template"] ??
				(isNode(schema) ? sample(readField(schema)) : undefined))
			: undefined)
	);
};

/**
 * Returns a function that makes the headers of a response from its roles; undefined if the response has no headers.
 * @param read returns the template of a header; undefined if the header is omitted
 */
export function createHeaders(
	response: Node,
	read: (header: Node) => unknown = readTemplate,
): ((source: Source) => Readonly<Record<string, string>>) | undefined {
	const templates = entries(child(response, "headers")).flatMap(
		([name, header]) => {
			const template = read(header);
			return template === undefined
				? []
				: [[name.toLowerCase(), `${template}`] as const];
		},
	);
	if (templates.length === 0) return undefined;
	return (source) =>
		Object.fromEntries(
			templates.flatMap(([name, template]) => {
				const value = fillTemplate(template, source);
				return value === undefined ? [] : [[name, value]];
			}),
		);
}

/** @returns a function of the body, and of the values for the headers */
export function createReply({
	success,
	response,
}: OperationPlan): (body: unknown, show: () => Source) => Reply {
	const headersOf = createHeaders(response, readTemplateOrSample);
	if (!headersOf) return (body) => ({ status: success, body });
	return (body, show) => ({
		status: success,
		body,
		headers: headersOf(show()),
	});
}

/** Reads the query and the body of a request by role. */
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
