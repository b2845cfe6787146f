import { groupBy } from "../values/group-by.ts";
import { insertAt, setAt } from "./changes.ts";
import type { Group, Learn, Round } from "./lesson.ts";
import { follow } from "./schema-places.ts";

/** A security scheme, and its name in the document. */
type Scheme = readonly [name: string, value: Readonly<Record<string, string>>];

/** Returns the scheme of the header that a request lacks; undefined if it lacks several, or its scheme is unknown. */
function readScheme(where: string, sent: string): Scheme | undefined {
	const [, name = ""] = /^request header ([^, ]+)$/.exec(where) ?? [];
	if (name === "") return undefined;
	if (name !== "authorization")
		return [name, { type: "apiKey", in: "header", name }];
	const scheme = sent.toLowerCase();
	return scheme === ""
		? undefined
		: [`${scheme}Auth`, { type: "http", scheme }];
}

/** Groups the requests that the service rejects without credentials, by operation. */
export const groupDenied = ({ observations: { denied } }: Round): Group[] =>
	groupBy(
		// The document says nothing about requests that match no operation.
		denied.sightings.filter(({ expected }) => /^\d+$/.test(expected)),
		({ operation }) => operation,
	);

/** Learns which credentials an operation needs. */
export const learnCredentials: Learn = (round, [{ operation, where }]) => {
	const { root, operations } = round.document;
	const found = operations.find(({ id }) => id === operation);
	const at = found && follow(root, found.pointer)?.pointer;
	const scheme = readScheme(where, round.observations.denied.scheme);
	if (!scheme || at === undefined)
		return {
			why: `${operation} rejects requests without ${where.replace("request ", "the ")}.`,
			question: `Which security scheme does ${operation} have?`,
		};
	const [name, value] = scheme;
	return {
		...{ kind: "credentials", from: "no credentials", to: name },
		changes: [
			insertAt("", ["components", "securitySchemes", name], value),
			setAt(at, [{ [name]: [] }], "/security"),
		],
	};
};
