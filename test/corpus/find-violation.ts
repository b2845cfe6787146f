import type { Sent } from "./client.ts";
import type {
	Parameter,
	PublicDocument,
	PublicOperation,
} from "./public-document.ts";

/** A request that violates one rule. */
export interface Violating {
	readonly about: string;
	readonly request: Sent;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const isNumber = ({ schema }: Parameter): boolean =>
	schema.type === "integer" ||
	schema.type === "number" ||
	schema.type === "boolean";

function violateParameter(
	operation: PublicOperation,
	request: Sent,
): Violating | undefined {
	const { query, header } = request.credentials;
	const sent = [...query, ...header].map(([name]) => name.toLowerCase());
	const missing = operation.parameters.find(
		(each) =>
			each.isRequired &&
			!sent.includes(each.name.toLowerCase()) &&
			["query", "header"].includes(each.in) &&
			!/^(accept|content-type|authorization)$/i.test(each.name),
	);
	if (missing) {
		const values = new Map(request.values);
		values.delete(missing);
		return { about: `no ${missing.name}`, request: { ...request, values } };
	}
	const typed = operation.parameters.find(
		(each) => each.in === "query" && isNumber(each),
	);
	return (
		typed && {
			about: `a text as ${typed.name}`,
			request: {
				...request,
				values: new Map([...request.values, [typed, "no-number"]]),
			},
		}
	);
}

function violateBody(
	document: PublicDocument,
	operation: PublicOperation,
	request: Sent,
): Violating | undefined {
	const { body } = operation;
	const sent = request.body;
	if (!body?.schema || !sent || !/json/.test(body.mediaType)) return undefined;
	const validate = document.compile(body.schema);
	const wrong = (about: string, value: unknown): Violating | undefined =>
		validate && !validate(value)
			? { about, request: { ...request, body: { ...sent, value } } }
			: undefined;
	if (isObject(sent.value))
		for (const [name, each] of Object.entries(sent.value)) {
			const { [name]: _, ...others } = sent.value;
			const found =
				wrong(`a body without ${name}`, others) ??
				wrong(`a body with another type of ${name}`, {
					...others,
					[name]: typeof each === "object" ? 1 : { unexpected: [] },
				});
			if (found) return found;
		}
	return (
		wrong("a body of another type", 17) ??
		wrong("a body of another type", "text")
	);
}

/** Returns a request that violates one rule of the operation; undefined if the document has none that is tried. */
export const findViolation = (
	document: PublicDocument,
	operation: PublicOperation,
	request: Sent,
): Violating | undefined =>
	violateParameter(operation, request) ??
	violateBody(document, operation, request);
