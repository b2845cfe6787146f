import { quoteWord } from "../../values/curl.ts";
import { groupBy } from "../../values/group-by.ts";
import { tryParseJson } from "../../values/json.ts";
import { REDACTED } from "../../values/redact.ts";
import { shorten } from "../../values/shorten.ts";
import type { ProviderExchange } from "../contract.ts";
import type { CheckResult } from "../judge.ts";
import type { Sighting } from "../observed.ts";
import type { Observation, Observer } from "../observer.ts";
import { decompress } from "../operations.ts";
import type { Difference, DifferenceExample } from "../report.ts";
import type { VerificationContext } from "../verify-options.ts";

/** The input for collecting differences. */
export interface Evidence
	extends Pick<VerificationContext, "contract" | "observer" | "headerNames"> {
	/** The failed checks, by description. */
	readonly failed: ReadonlyMap<string, CheckResult>;
	/** The checks that passed, without checks of other consumers. */
	readonly passed: ReadonlyMap<string, CheckResult>;
	/** By description, the results of checks that received responses in the documented form. */
	readonly translated: ReadonlyMap<string, CheckResult>;
	/** The observer of this second run. */
	readonly translating: Observer;
	/** Why a check was not reached, by its description. */
	readonly reasons: ReadonlyMap<string, string>;
	/** The descriptions of all checks of the contract, including checks that could not be verified. */
	readonly own: ReadonlySet<string>;
	/** By operation id and documented name, the name of a property in requests, if it is another one. */
	readonly sentNames: ReadonlyMap<string, string>;
	/** The rejections that learning saw. */
	readonly learnt: readonly ProviderExchange[];
	/** The exchanges of learning whose requests were accepted. */
	readonly accepted: readonly Observation[];
	/** The example request of each operation, sent before the checks. */
	readonly surface: readonly Observation[];
}

/** The maximum length of a body that is shown as text. */
const MAX_BODY = 2_000;

/** A repeated part of a text, such as the items of a long array. It is too long to occur by chance. */
const REPEATED = /([^\n])\1{199,}|([^\n]{2,200}?)\2{49,}/u;
/** The length of the searched text, because searching a megabyte takes long. */
const SEARCHED = 20_000;

const print = (text: string): string => `printf '%s' ${quoteWord(text)}`;

/** Returns a shell command that writes a text with repeated parts; undefined for other texts. */
function formatRepeated(text: string): string | undefined {
	const commands: string[] = [];
	let rest = text;
	for (;;) {
		const found = REPEATED.exec(rest.slice(0, SEARCHED));
		if (!found) break;
		const { index, 0: run, 1: character, 2: part = character ?? "" } = found;
		let end = index + run.length;
		while (rest.startsWith(part, end)) end += part.length;
		const count = (end - index) / part.length;
		if (index > 0) commands.push(print(rest.slice(0, index)));
		commands.push(`yes ${quoteWord(part)} | head -n ${count} | tr -d '\\n'`);
		rest = rest.slice(end);
	}
	if (commands.length === 0) return undefined;
	return `{ ${[...commands, ...(rest === "" ? [] : [print(rest)])].join("; ")}; }`;
}

/** Returns a shell command that writes the body; undefined for a short text. */
function formatBodyCommand(
	body: Buffer | string,
	encoding: string | undefined,
): string | undefined {
	const plain = decompress(body, encoding);
	if (plain) return `${print(`${plain}`)} | gzip`;
	const text = `${body}`;
	if (typeof body === "object" && !body.equals(Buffer.from(text)))
		return `printf '${[...body].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}'`;
	return (
		formatRepeated(text) ?? (text.length <= MAX_BODY ? undefined : print(text))
	);
}

const readBody = (body: Buffer | string | undefined): unknown => {
	const text = String(body ?? "");
	if (text === "") return null;
	return (
		(text.length <= MAX_BODY ? tryParseJson(text) : undefined) ??
		// Not the first half of a character, which JSON readers refuse.
		text.slice(0, MAX_BODY).replace(/[\ud800-\udbff]$/, "")
	);
};

/** @param headerNames the additional headers of every request. Their values may be credentials. */
export function createExample(
	{
		request: documented,
		adapted: request = documented,
		response: restored,
		received: response = restored,
	}: Pick<Observation, "request" | "adapted" | "response" | "received">,
	headerNames: readonly string[],
): DifferenceExample {
	const { method, path, headers, body = "", chunked } = request;
	const encoding = headers?.["content-encoding"];
	const bodyCommand = formatBodyCommand(body, encoding);
	return {
		request: {
			method,
			path,
			headers: {
				...headers,
				...(chunked && { "transfer-encoding": "chunked" }),
				...Object.fromEntries(headerNames.map((name) => [name, REDACTED])),
			},
			body: readBody(decompress(body, encoding) ?? body),
			...(bodyCommand !== undefined && { bodyCommand }),
		},
		response: {
			status: response.status,
			headers: {
				...response.headers,
				...("set-cookie" in response.headers && { "set-cookie": REDACTED }),
			},
			body: readBody(response.body),
		},
	};
}

/** The text between the kind of an unexpected value and an example of it. */
export const SUCH_AS = ", such as ";

const MAX_SEEN = 60;

const describeSeen = (seen: string): string =>
	`${SUCH_AS}${shorten(seen, MAX_SEEN)}`;

/**
 * Returns how difficult a request is to read. Long bodies are difficult, and bodies with unusual letters even more.
 */
const weightOf = ({ request: { body = "" } }: Observation): number =>
	body.length + (/[^ -~]/.test(`${body}`) ? MAX_BODY : 0);

const unite = (lists: readonly (readonly string[])[]): string[] => [
	...new Set(lists.flat()),
];

/** Returns the texts, each once. */
const join = (texts: readonly string[]): string => unite([texts]).join(", ");

/** Returns the expected value, with all reasons why the service should have rejected the same part of requests. */
function joinReasons([first, ...others]: readonly [
	Sighting,
	...Sighting[],
]): string {
	const { expected, about = "" } = first;
	const reasonOf = (each: Sighting): string =>
		each.expected.slice(each.expected.indexOf(about) + about.length);
	return about === ""
		? expected
		: unite([[expected], others.map(reasonOf)])
				.filter((each) => each === expected || each !== reasonOf(first))
				.join(",");
}

/** A place may have texts of a few kinds, each with its prefix. With more, the prefixes are parts of random texts. */
const MAX_PREFIXES = 2;
/** With so many times more texts without a prefix, it is a part of a random text, too. */
const MOST_OTHERS = 4;

/**
 * Whether a text has the form of a number, or a prefix, only by chance, because others at the same place do not.
 * @param count returns the number of different texts
 */
function isByChance(
	found: Difference,
	all: readonly Difference[],
	count: (each: Difference) => number,
): boolean {
	const { operation, where, actual } = found;
	const [kind, most] = actual.startsWith("a string of digits")
		? ["a string of digits", 0]
		: ["a string that starts with", MAX_PREFIXES];
	const alike = all.filter(
		(each) => each.operation === operation && each.where === where,
	);
	const others = alike.filter((each) =>
		each.actual.startsWith("another string"),
	);
	const kinds = alike.flatMap((each) =>
		each.actual.startsWith(kind) ? [each.actual.split(SUCH_AS)[0]] : [],
	);
	const isRare =
		others.reduce((sum, each) => sum + count(each), 0) >
		MOST_OTHERS * count(found);
	return (
		actual.startsWith(kind) &&
		others.length > 0 &&
		(isRare || new Set(kinds).size > most)
	);
}

/**
 * Returns each difference once.
 * @param responses the keys of the differences in each response
 * @param headerNames the additional headers of every request. Their values may be credentials.
 */
export const mergeSightings = (
	sightings: readonly Sighting[],
	responses: readonly ReadonlySet<string>[],
	headerNames: readonly string[],
): Difference[] => {
	/** The number of different texts, because many responses may have the same record. Without texts, that of the sightings. */
	const texts = new Map<Difference, number>();
	const merged = groupBy(sightings, ({ key }) => key).map((group) => {
		const [{ key, operation, where, expected, about }] = group;
		const checks = group.flatMap(({ check }) => check ?? []);
		// The example must match the description. The shortest request is the easiest to read.
		const { example, seen, actual } = group
			.filter((each) => about !== undefined || each.expected === expected)
			.reduce((shortest, each) =>
				weightOf(each.example) < weightOf(shortest.example) ? each : shortest,
			);
		// Several values of the document may stand at one place.
		const values = group.filter(
			(each) => each.where === where && /^".*"$/s.test(each.expected),
		);
		const isOfValues = group[0] === values[0];
		const found = isOfValues ? join(values.map((each) => each.actual)) : actual;
		const difference: Difference = {
			...{ operation, where },
			expected: isOfValues
				? join(values.map((each) => each.expected))
				: joinReasons(group),
			actual: seen === undefined ? found : `${found}${describeSeen(seen)}`,
			count: checks.length + responses.filter((keys) => keys.has(key)).length,
			assumptions: unite(group.map((each) => each.assumptions)),
			...(checks.length > 0 && { checks }),
			explains: unite(group.map((each) => each.explains)),
			example: createExample(example, headerNames),
		};
		const seenTexts = new Set(group.flatMap((each) => each.seen ?? []));
		texts.set(difference, seenTexts.size || difference.count);
		return difference;
	});
	const count = (each: Difference): number => texts.get(each) ?? 0;
	return merged.filter((each) => !isByChance(each, merged, count));
};

/** A difference whose example is not yet in the form of a report. */
export type Shown = Omit<Difference, "example"> & {
	readonly example: Parameters<typeof createExample>[0];
};

/** Returns the differences in the form of a report. */
export const withExamples = (
	shown: readonly Shown[],
	headerNames: readonly string[],
): Difference[] =>
	shown.map((each) => ({
		...each,
		example: createExample(each.example, headerNames),
	}));

/** Returns a difference of each operation that shows it, with an example of the operation. */
export const tellOperations = (
	seen: readonly (Shown["example"] & Pick<Shown, "operation">)[],
	told: Pick<Difference, "where" | "expected" | "actual">,
): Shown[] =>
	groupBy(seen, ({ operation }) => operation).map((own) => ({
		...{ operation: own[0].operation, ...told, count: own.length },
		...{ assumptions: [], explains: [], example: own[0] },
	}));
