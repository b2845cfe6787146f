import {
	type ContractDocument,
	child,
	type DocumentOperation,
	type Node,
	readString,
} from "./document.ts";
import { listViolations } from "./list-violations.ts";
import { ownAssumptions } from "./provenance.ts";

const createHeader = (
	operations: string,
): string => `/** A request that violates one constraint of the document and no other. */
export interface InvalidRequest {
  readonly operation: ${operations};
  /** A JSON pointer into the body, or the name of a query parameter. */
  readonly place: string;
  /** The keyword of the schema. */
  readonly constraint: string;
  /** The value of the keyword, or the name of one required property. */
  readonly expected: unknown;
  /** The assumptions that the constraint belongs to. */
  readonly assumptions: readonly string[];
  readonly request: { readonly query: Readonly<Record<string, string>> } | { readonly json: unknown };
}
`;

function listInvalidBodies(
	document: ContractDocument,
	{ node, requestContent: [body] }: DocumentOperation,
): object[] {
	if (!body) return [];
	const [, content] = body;
	const assumptions = ownAssumptions(child(node, "requestBody"));
	const schema = child(content, "schema");
	const { required = [] } = document.resolve(schema);
	/** A service may reject the value of an optional property, too. Then the response names two places. */
	const keepRequired = (example: unknown): Node =>
		Object.fromEntries(
			Object.entries(Object(example)).filter(([name]) =>
				[required].flat().includes(name),
			),
		);
	return [
		...listViolations(
			document,
			schema,
			keepRequired(content.example),
			assumptions,
		),
	].map(({ pointer, input, ...violation }) => ({
		place: pointer,
		...violation,
		request: { json: input },
	}));
}

const listInvalidQueries = (
	document: ContractDocument,
	{ parameters }: DocumentOperation,
): object[] =>
	parameters.flatMap((parameter) => {
		const place = readString(parameter, "name");
		const schema = child(parameter, "schema");
		return (
			[
				...listViolations(
					document,
					schema,
					undefined,
					ownAssumptions(parameter),
				),
			]
				// Every value in a query is a string.
				.filter(
					({ constraint, expected }) =>
						constraint !== "type" || expected !== "string",
				)
				.map(({ constraint, expected, assumptions, input }) => ({
					place,
					constraint,
					expected,
					assumptions,
					request: { query: { [place]: String(input) } },
				}))
		);
	});

/** Emits a request for each constraint of each request body and query parameter. */
export function emitInvalidRequests(document: ContractDocument): string {
	const requests = document.operations.flatMap((operation) =>
		[
			...listInvalidQueries(document, operation),
			...listInvalidBodies(document, operation),
		].map((each) => ({ operation: operation.id, ...each })),
	);
	const ids = new Set(requests.map(({ operation }) => `"${operation}"`));
	const lines = requests.map((each) => JSON.stringify(each));
	return `${createHeader([...ids].join(" | "))}\nexport const invalidRequests: readonly InvalidRequest[] = [\n${lines.map((line) => `  ${line},\n`).join("")}];\n`;
}
