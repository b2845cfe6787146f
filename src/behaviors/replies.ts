import { readSource, type Source, sample } from "../document/compose.ts";
import { fieldsOf, omitReadOnly } from "../document/field.ts";
import { child, entries, isNode, type Node } from "../document/node.ts";
import { readField } from "../document/read-field.ts";
import type { OperationInput, Reply } from "../engine/model/service.ts";
import { FRAMING } from "../values/http.ts";
import { isPage, type OperationPlan } from "./operation-plan.ts";

/**
 * Replaces each `{role}` by the value of the role. Returns undefined if one has no value, such as the cursor on the
 * last page.
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

/** Returns the template or the constant that the document gives as the value of a header; undefined without one. */
export const readTemplate = (header: Node): unknown =>
	header["x-template"] ?? child(header, "schema").const;

/** Returns the template or the constant of a header, or an example or a sample for a required header without either. */
const readTemplateOrSample = (header: Node): unknown => {
	const { schema, required, example } = header;
	const [named] = entries(child(header, "examples"));
	const value = readTemplate(header);
	if (value !== undefined || required !== true) return value;
	return (
		header["x-inferred-template"] ??
		example ??
		named?.[1].value ??
		(isNode(schema) ? sample(readField(schema)) : undefined)
	);
};

/** Returns the template of a required header that counts the records or the pages of a list. */
function readTotal(header: Node, name: string): string | undefined {
	const { schema, required } = header;
	const isCount =
		required === true &&
		isNode(schema) &&
		readField(schema).isNumeric &&
		/(^|[-_])(total|count)([-_]|$)/i.test(name);
	if (!isCount) return undefined;
	return /pages?([-_]|$)/i.test(name) ? "{totalPages}" : "{total}";
}

/** Whether a required header of a list counts its records. */
export const countsInHeader = ({ response }: OperationPlan): boolean =>
	entries(child(response, "headers")).some(
		([name, header]) => readTotal(header, name) !== undefined,
	);

/**
 * Returns a function that makes the headers of a response from the roles that it shows; undefined if there are none.
 * @param read returns the template of a header; undefined for one that is left out
 */
export function createHeaders(
	response: Node,
	read: (header: Node, name: string) => unknown = readTemplate,
): ((source: Source) => Readonly<Record<string, string>>) | undefined {
	const templates = entries(child(response, "headers")).flatMap(
		([name, header]) => {
			const template = FRAMING.test(name) ? undefined : read(header, name);
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

/** @returns a function of the body and, for the headers, of what the body shows */
export function createReply(
	plan: OperationPlan,
): (body: unknown, show: () => Source) => Reply {
	const { success, response } = plan;
	const headersOf = createHeaders(
		response,
		(header, name) =>
			(isPage(plan) ? readTotal(header, name) : undefined) ??
			readTemplateOrSample(header),
	);
	if (!headersOf) return (body) => ({ status: success, body });
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
