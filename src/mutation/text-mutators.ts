import { type Mutation, type Mutator, readContentType } from "./mutation.ts";

type Change = (text: string) => string | undefined;

/** Creates mutations of a body that is not empty. The changes are by name of the mutation. */
const changeText = (
	where: string,
	changes: Readonly<Record<string, Change>>,
	isSemantic = false,
): Mutation[] =>
	Object.entries(changes).map(([name, change]) => ({
		name,
		where,
		isSemantic,
		mutate({ response }) {
			const text = response.body.toString("utf8");
			const changed = text === "" ? undefined : change(text);
			return changed === undefined
				? undefined
				: { ...response, body: Buffer.from(changed) };
		},
	}));

const truncateBody: Mutator = ({ response }) =>
	response.body.length === 0
		? []
		: changeText("$", {
				"truncate the body": (text) => text.slice(0, text.length / 2),
				"truncate the body: to nothing": () => "",
				"truncate the body: by its last character": (text) =>
					text.trimEnd().slice(0, -1),
			});

/** Replaces the first matching line, or each one if the pattern is global. */
const rewriteLines =
	(pattern: RegExp, rewrite: (line: string) => string): Change =>
	(text) =>
		text.search(pattern) < 0 ? undefined : text.replace(pattern, rewrite);

/** A series with its labels, its value, and an optional time. */
const SAMPLE = /^([^\s{]+[ \t]*(?:\{.*\})?[ \t]*)([^\s{}]+)(.*)$/;

const setValue = (sample: string, value: string, time?: string): string =>
	sample.replace(
		SAMPLE,
		(_, series, __, rest) => `${series}${value}${time ?? rest}`,
	);

function mutateFamily(family: string): Mutation[] {
	const sample = `^${family}(?:_bucket|_sum|_count)?[ \\t{].*`;
	const type = `^#[ \\t]*TYPE[ \\t]+${family}[ \\t].*`;
	const firstSample = new RegExp(sample, "m");
	const kind = "break one line of the metrics";
	return [
		...changeText(family, {
			[`${kind}: a value in words`]: rewriteLines(firstSample, (line) =>
				setValue(line, "many"),
			),
			[`${kind}: no value`]: rewriteLines(firstSample, (line) =>
				setValue(line, "", ""),
			),
			[`${kind}: a name with a hyphen`]: rewriteLines(firstSample, (line) =>
				line.replace(/^[a-z]+/i, "$&-"),
			),
			[`${kind}: the same series again`]: rewriteLines(
				firstSample,
				(line) => `${line}\n${line}`,
			),
			"change the type of a metric family": rewriteLines(
				new RegExp(type, "m"),
				(line) =>
					line.replace(/\S+\s*$/, /gauge\s*$/.test(line) ? "counter" : "gauge"),
			),
			"change the type of a metric family: to none": rewriteLines(
				new RegExp(`${type}\n`, "m"),
				() => "",
			),
			"remove a metric family": rewriteLines(
				new RegExp(`(?:${sample}|${type})\n`, "gm"),
				() => "",
			),
		}),
		...changeText(
			family,
			{
				"set a metric family to 0": (text) =>
					text.replace(new RegExp(sample, "gm"), (line) => setValue(line, "0")),
			},
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
