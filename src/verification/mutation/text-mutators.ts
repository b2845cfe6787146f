import {
	createMutation,
	type Mutation,
	type Mutator,
	readContentType,
} from "./mutation.ts";

/** Creates a mutation of a body that is not empty. */
const changeText = (
	kind: string,
	detail: string,
	where: string,
	change: (text: string) => string | undefined,
	isSemantic?: boolean,
): Mutation =>
	createMutation(
		kind,
		detail,
		where,
		({ response }) => {
			const text = response.body.toString("utf8");
			const changed = text === "" ? undefined : change(text);
			return changed === undefined
				? undefined
				: { ...response, body: Buffer.from(changed) };
		},
		isSemantic,
	);

const truncateBody: Mutator = ({ response }) =>
	response.body.length === 0
		? []
		: [
				changeText("truncate the body", "", "$", (text) =>
					text.slice(0, text.length / 2),
				),
				changeText("truncate the body", "to nothing", "$", () => ""),
				changeText("truncate the body", "by its last character", "$", (text) =>
					text.trimEnd().slice(0, -1),
				),
			];

/** Creates mutations that replace the first matching line. A rewrite that returns undefined removes it. */
const rewriteLine = (
	kind: string,
	where: string,
	pattern: RegExp,
	rewrites: Readonly<Record<string, (line: string) => string | undefined>>,
): Mutation[] =>
	Object.entries(rewrites).map(([detail, rewrite]) =>
		changeText(kind, detail, where, (text) => {
			const lines = text.split("\n");
			const index = lines.findIndex((line) => pattern.test(line));
			const line = lines[index];
			if (line === undefined) return undefined;
			const rewritten = rewrite(line) ?? [];
			return lines.toSpliced(index, 1, ...[rewritten].flat()).join("\n");
		}),
	);

/** A series with its labels, its value, and an optional time. */
const SAMPLE = /^([^\s{]+[ \t]*(?:\{.*\})?[ \t]*)([^\s{}]+)(.*)$/;

const setValue = (sample: string, value: string, time?: string): string =>
	sample.replace(
		SAMPLE,
		(_, series, __, rest) => `${series}${value}${time ?? rest}`,
	);

const BROKEN_SAMPLES = {
	"a value in words": (sample: string) => setValue(sample, "many"),
	"no value": (sample: string) => setValue(sample, "", ""),
	"a name with a hyphen": (sample: string) => sample.replace(/^[a-z]+/i, "$&-"),
	"the same series again": (sample: string) => `${sample}\n${sample}`,
};

const BROKEN_TYPES = {
	"": (line: string) =>
		line.replace(/\S+\s*$/, /gauge\s*$/.test(line) ? "counter" : "gauge"),
	"to none": () => undefined,
};

function mutateFamily(family: string): Mutation[] {
	const sample = new RegExp(`^${family}(_bucket|_sum|_count)?[ \\t{]`);
	const type = new RegExp(`^#[ \\t]*TYPE[ \\t]+${family}[ \\t]`);
	return [
		...rewriteLine(
			"break one line of the metrics",
			family,
			sample,
			BROKEN_SAMPLES,
		),
		...rewriteLine(
			"change the type of a metric family",
			family,
			type,
			BROKEN_TYPES,
		),
		changeText("remove a metric family", "", family, (text) => {
			const lines = text.split("\n");
			const others = lines.filter(
				(line) => !sample.test(line) && !type.test(line),
			);
			return others.length < lines.length ? others.join("\n") : undefined;
		}),
		changeText(
			"set a metric family to 0",
			"",
			family,
			(text) =>
				text
					.split("\n")
					.map((line) => (sample.test(line) ? setValue(line, "0") : line))
					.join("\n"),
			true,
		),
	];
}

const mutateMetrics: Mutator = ({ response }, { documented }) =>
	readContentType(response).startsWith("text/plain") &&
	/^# TYPE\s/m.test(response.body.toString("utf8"))
		? documented.metricFamilies.flatMap(mutateFamily)
		: [];

export const textMutators: readonly Mutator[] = [truncateBody, mutateMetrics];
