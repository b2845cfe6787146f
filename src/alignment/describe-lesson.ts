import { plural } from "../values/plural.ts";
import type { Lesson } from "./lesson.ts";
import { lastStep } from "./schema-places.ts";

const LIST = new Intl.ListFormat("en-GB");

type Parts = Pick<Lesson, "from" | "to" | "where"> & { readonly name: string };

/** What the service does, by kind: the rest of a sentence about its operations. */
const SENTENCES: Readonly<Record<string, (parts: Parts) => string>> = {
	status: ({ from, to }) => `responds with ${to} instead of ${from}`,
	"other status": ({ from, to }) =>
		`also responds with ${to} where ${from} was expected`,
	encoding: ({ from, to }) =>
		`rejects an encoded body with ${to} instead of ${from}`,
	"no limit": ({ from }) => `accepts what the document rejects with ${from}`,
	conflict: () => "responds with 409 if the request conflicts with stored data",
	head: () => "rejects HEAD",
	header: ({ from }) => `sends no header ${from}`,
	"media type": ({ from, to }) => `sends ${to} instead of ${from}`,
	rename: ({ name, to }) => `names ${name} ${to}`,
	move: ({ name, to }) => `has ${name} in ${to}`,
	flatten: ({ name, to }) => `has ${name} ${to}`,
	missing: ({ where }) => `sends no ${where}`,
	dropped: () => "returns only properties that the document names",
	wrap: ({ to }) => `sends its response ${to}`,
	list: ({ to }) => `sends ${to}`,
	"bare list": () => "sends an array, without an object around it",
	"other object": ({ from, to }) => `sends ${to} instead of ${from}`,
	form: ({ where, from, to }) => `has ${to} at ${where} instead of ${from}`,
	count: ({ where, to }) => `has ${to} at ${where}`,
	constraint: ({ where, from }) => `accepts a ${where} that violates ${from}`,
	limit: ({ where, to }) => `has the limit ${to} of ${where}`,
	"unknown properties": () =>
		"rejects properties that the document does not name",
	word: ({ from, to }) => `writes ${to} instead of ${from}`,
	"x-order": ({ to }) =>
		to.startsWith("no ")
			? "lists the newest record first"
			: "lists the oldest record first",
	"x-audit": ({ to }) => `is followed by a record that is ${to}`,
	metric: ({ from, to }) => `names the metric ${from} ${to}`,
};

/** Says in a sentence what the service does. */
export function describeLesson({
	operations,
	kind,
	where,
	from,
	to,
}: Lesson): string {
	const describe = SENTENCES[kind] ?? (() => `needs ${to} instead of ${from}`);
	const name = lastStep(where) || where;
	return `${LIST.format(operations)} ${describe({ name, where, from, to })}.`;
}

/** Says how many exchanges show a lesson, and what it replaces. */
export function describeEvidence({
	seen,
	of,
	isCertain,
	assumptions,
}: Lesson): string {
	const shown =
		seen === of
			? `all of ${plural(of, "exchange")}`
			: `${seen} of ${plural(of, "exchange")}`;
	const replaced =
		assumptions.length > 0 ? `; replaces ${assumptions.join(", ")}` : "";
	return `${isCertain ? "certain" : "likely"}, shown by ${shown}${replaced}`;
}
