import { plural } from "../values/plural.ts";
import type { Lesson } from "./lesson.ts";
import { lastStep } from "./schema-places.ts";

const LIST = new Intl.ListFormat("en-GB");

type Parts = Pick<Lesson, "from" | "to" | "where" | "seen" | "of"> & {
	readonly name: string;
};

/** By kind, describes the behavior of the service. */
const SENTENCES: Readonly<Record<string, (parts: Parts) => string>> = {
	status: ({ from, to }) => `responds with ${to} instead of ${from}`,
	"other status": ({ from, to }) =>
		`responds with ${to}, too, where ${from} was expected`,
	encoding: ({ from, to }) =>
		`rejects an encoded body with ${to} instead of ${from}`,
	"no limit": ({ from }) => `accepts what the document rejects with ${from}`,
	credentials: ({ to }) => `needs the credentials of ${to}`,
	conflict: () => "responds with 409 if the request conflicts with stored data",
	head: () => "rejects HEAD",
	header: ({ from, to }) =>
		`${to === "optional" ? "does not always send the" : "sends no"} header ${from}`,
	"media type": ({ from, to }) => `sends ${to} instead of ${from}`,
	rename: ({ name, to }) => `${name} is named ${to}`,
	position: ({ name, to }) => `${name} is ${to}`,
	move: ({ name, to }) => `${name} is in ${to}`,
	flatten: ({ name, to }) => `${name} is ${to}`,
	missing: ({ where, seen, of }) =>
		`${where} is ${seen < of ? "optional" : "missing"}`,
	dropped: () => "returns only properties that the document names",
	wrap: ({ to }) => `the response is ${to}`,
	list: ({ to }) => `sends ${to}`,
	"bare list": () => "sends an array, without an object around it",
	"other object": ({ from, to }) => `sends ${to} instead of ${from}`,
	link: ({ to }) => `links to the next page with ${to}`,
	"error map": ({ where, to }) => `errors have ${to} in ${where}`,
	form: ({ where, from, to }) => `${where} is ${to} instead of ${from}`,
	count: ({ where, to }) => `${where} has ${to}`,
	constraint: ({ where, from }) =>
		from === "rejected"
			? `${where} is accepted`
			: `${where} may violate ${from}`,
	rule: ({ where, from, to }) => `${where}: ${to} instead of ${from}`,
	limit: ({ where, to }) => `${where} has the limit ${to}`,
	"unknown properties": ({ to, where }) =>
		`properties of ${where} that the document does not name are ${to}`,
	rejected: ({ where }) => `${where} is rejected`,
	required: ({ where, to }) => `a property of ${where} is ${to}`,
	word: ({ from, to }) => `writes ${to} instead of ${from}`,
	"x-empty": ({ name }) => `ignores ${name} if it is empty`,
	"x-repeated": ({ name, to }) =>
		`uses the ${to.split(" ")[1]} value if ${name} is repeated`,
	"x-unknown-parameters": () =>
		"rejects parameters that the document does not list",
	"x-order": ({ to }) =>
		to.startsWith("no ")
			? "the newest record comes first"
			: "the oldest record comes first",
	"x-audit": ({ to }) => `requests are ${to}`,
	"other type": ({ where, to }) => `${where} takes ${to}`,
	"no metric": ({ from }) => `the metric ${from} is missing`,
	labels: ({ to }) => `metrics: ${to}`,
	"no help": () => "metrics have no lines of help",
	metric: ({ from, to }) => `the metric ${from} is named ${to}`,
};

/** Describes the behavior of the service in a sentence. */
export function describeLesson(lesson: Lesson): string {
	const { operations, kind, where, from, to } = lesson;
	const describe = SENTENCES[kind] ?? (() => `needs ${to} instead of ${from}`);
	const name = lastStep(where) || where;
	return `${LIST.format(operations)}: ${describe({ ...lesson, name })}.`;
}

/** Describes how many exchanges show a lesson, and which assumptions it replaces. */
export function describeEvidence(lesson: Lesson): string {
	const { seen, of, isCertain, assumptions } = lesson;
	const all = of === 1 ? "one exchange" : `all of ${plural(of, "exchange")}`;
	const shown = seen === of ? all : `${seen} of ${plural(of, "exchange")}`;
	const replaced =
		assumptions.length > 0 ? `; replaces ${assumptions.join(", ")}` : "";
	return `${isCertain ? "certain" : "likely"}, shown by ${shown}${replaced}`;
}
