import { groupBy } from "../values/group-by.ts";
import { insertAt, setAt } from "./changes.ts";
import {
	type Group,
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";
import { follow } from "./schema-places.ts";

/** A security scheme, and its name in the document. */
interface Scheme {
	readonly name: string;
	readonly value: Readonly<Record<string, string>>;
}

/** Returns the scheme of the header that a request lacks; undefined if it lacks several, or its scheme is unknown. */
function readScheme(where: string, sent: string): Scheme | undefined {
	const [, header = ""] = /^request header ([^, ]+)$/.exec(where) ?? [];
	if (header === "") return undefined;
	if (header !== "authorization")
		return {
			name: header,
			value: { type: "apiKey", in: "header", name: header },
		};
	const scheme = sent.toLowerCase();
	return scheme === ""
		? undefined
		: { name: `${scheme}Auth`, value: { type: "http", scheme } };
}

function learnScheme(round: Round, group: Group): Lesson | Undecided {
	const { scheme: sent } = round.observations.denied;
	const [{ operation, where }] = group;
	const { root, operations } = round.document;
	const found = operations.find(({ id }) => id === operation);
	const at = found && follow(root, found.pointer)?.pointer;
	const scheme = readScheme(where, sent);
	if (!scheme || at === undefined)
		return {
			...{ operation, where },
			why: `${operation} rejects requests without ${where.replace("request ", "the ")}.`,
			question: `Which security scheme does ${operation} have?`,
		};
	return {
		...{ ...summarize(group), kind: "credentials", of: group.length },
		...{ from: "no credentials", to: scheme.name, isCertain: true },
		changes: [
			insertAt(
				"",
				["components", "securitySchemes", scheme.name],
				scheme.value,
			),
			setAt(at, [{ [scheme.name]: [] }], "/security"),
		],
	};
}

/** Learns which credentials the operations need. */
export function learnCredentials(round: Round): Learnt {
	const { sightings: denied } = round.observations.denied;
	// The document says nothing about requests that match no operation.
	const ofOperations = denied.filter(({ expected }) => /^\d+$/.test(expected));
	const found = groupBy(ofOperations, ({ operation }) => operation).map(
		(group) => learnScheme(round, group),
	);
	return {
		lessons: joinLessons(found.filter((each) => "changes" in each)),
		undecided: found.filter((each) => "question" in each),
		explained: new Set(denied),
	};
}
