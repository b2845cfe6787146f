import {
	type ContractDocument,
	child,
	entries,
	isNode,
	type Node,
} from "./document.ts";
import { elements } from "./provenance.ts";

/** What each place of an answer rests on. */
interface AnswerElements {
	status: readonly string[];
	contentType: readonly string[];
	headers: Record<string, readonly string[]>;
	/** By path, like `$.items[*].id`. */
	body: Record<string, string[]>;
}

const SCHEMA = /^\/content\/.+?\/schema/;

const STEP = /\/(?:(?:allOf|anyOf|oneOf)\/\d+|properties\/([^/]+)|(items))/g;

/** The place of a schema's element in a body; the parts of a composition are at one place. */
const pathOf = (pointer: string): string =>
	`$${pointer
		.replace(SCHEMA, "")
		.replaceAll(STEP, (_, property?: string, items?: string) =>
			property ? `.${property}` : items ? "[*]" : "",
		)}`;

function responseElements(
	document: ContractDocument,
	response: Node,
): AnswerElements {
	const found: AnswerElements = {
		status: [],
		contentType: [],
		headers: {},
		body: {},
	};
	for (const { pointer, assumptions } of elements(document, response, "")) {
		if (pointer === "") found.status = assumptions;
		else if (pointer.startsWith("/headers/"))
			found.headers[pointer.slice("/headers/".length).toLowerCase()] =
				assumptions;
		else if (!SCHEMA.test(pointer)) found.contentType = assumptions;
		else {
			const path = pathOf(pointer);
			found.body[path] = [
				...new Set([...(found.body[path] ?? []), ...assumptions]),
			];
		}
	}
	return found;
}

/** What each element of the document rests on, by operation, status and place, as TypeScript. */
export function emitElements(document: ContractDocument): string {
	const answers = Object.fromEntries(
		document.operations.map(({ id, node }) => [
			id,
			Object.fromEntries(
				entries(child(node, "responses")).map(([status, response]) => [
					status,
					responseElements(document, response),
				]),
			),
		]),
	);
	const beyond = Object.fromEntries(
		entries(child(document.root, "x-beyond-operations")).flatMap(([, rule]) =>
			isNode(rule.response)
				? [[rule.status, responseElements(document, rule.response)]]
				: [],
		),
	);
	const requests = Object.fromEntries(
		document.operations.map(({ id, node }) => {
			const parameters = Array.isArray(node.parameters)
				? node.parameters.filter(isNode)
				: [];
			const inputs = [
				...parameters,
				...(isNode(node.requestBody) ? [node.requestBody] : []),
			];
			const ids = inputs.flatMap((input) =>
				[...elements(document, input, "")].flatMap(
					({ assumptions }) => assumptions,
				),
			);
			return [id, [...new Set(ids)]];
		}),
	);
	return Object.entries({
		responseElements: answers,
		unmatchedElements: beyond,
		requestElements: requests,
	})
		.map(
			([name, value]) =>
				`export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`,
		)
		.join("\n");
}
