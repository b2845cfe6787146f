import type { ProviderResponse } from "../contract.ts";
import { contentTypeOf, type MutationKind } from "./mutation.ts";
import { changingText } from "./text.ts";

const isMetrics = (answer: ProviderResponse): boolean =>
	contentTypeOf(answer).startsWith("text/plain") &&
	/^# TYPE\s/m.test(answer.body.toString("utf8"));

/** One line that the pattern matches is written otherwise. */
const rewriting =
	(pattern: RegExp, rewrite: (line: string) => string | undefined) =>
	(text: string): string | undefined => {
		const lines = text.split("\n");
		const index = lines.findIndex((line) => pattern.test(line));
		const line = lines[index];
		if (line === undefined) return undefined;
		const other = rewrite(line);
		const put = other === undefined ? [] : [other];
		return lines.toSpliced(index, 1, ...put).join("\n");
	};

const samplesOf = (family: string): RegExp =>
	new RegExp(`^${family}(_bucket|_sum|_count)?[ \\t{]`);
const typeOf = (family: string): RegExp =>
	new RegExp(`^#[ \\t]*TYPE[ \\t]+${family}[ \\t]`);

/** A series with its labels, and its value; a time may follow. */
const SAMPLE = /^([^\s{]+[ \t]*(?:\{.*\})?[ \t]*)([^\s{}]+)(.*)$/;

const withValue = (sample: string, value: string, time?: string): string =>
	sample.replace(
		SAMPLE,
		(_, series, __, rest) => `${series}${value}${time ?? rest}`,
	);

const BREAKS: Readonly<Record<string, (sample: string) => string>> = {
	"a value in words": (sample) => withValue(sample, "many"),
	"no value": (sample) => withValue(sample, "", ""),
	"a name with a hyphen": (sample) => sample.replace(/^[a-z]+/i, "$&-"),
	"the same series again": (sample) => `${sample}\n${sample}`,
};

/** One sample of a family is no sample any more. */
export const breakSample: MutationKind = (
	{ answer },
	{ documented: described },
) =>
	isMetrics(answer)
		? described.metricFamilies.flatMap((family) =>
				Object.entries(BREAKS).map(([how, change]) =>
					changingText(
						"break one line of the metrics",
						family,
						rewriting(samplesOf(family), change),
						how,
					),
				),
			)
		: [];

/** The line that says of which type a family is. */
export const breakType: MutationKind = (
	{ answer },
	{ documented: described },
) =>
	isMetrics(answer)
		? described.metricFamilies.flatMap((family) => [
				changingText(
					"change the type of a metric family",
					family,
					rewriting(typeOf(family), (line) =>
						line.replace(
							/\S+\s*$/,
							/gauge\s*$/.test(line) ? "counter" : "gauge",
						),
					),
				),
				changingText(
					"change the type of a metric family",
					family,
					rewriting(typeOf(family), () => undefined),
					"to none",
				),
			])
		: [];

export const dropFamily: MutationKind = (
	{ answer },
	{ documented: described },
) =>
	isMetrics(answer)
		? described.metricFamilies.map((family) =>
				changingText("drop a metric family", family, (text) => {
					const lines = text.split("\n");
					const others = lines.filter(
						(line) =>
							!samplesOf(family).test(line) && !typeOf(family).test(line),
					);
					return others.length < lines.length ? others.join("\n") : undefined;
				}),
			)
		: [];

/** Nothing is counted, however much happens. */
export const freezeFamily: MutationKind = (
	{ answer },
	{ documented: described },
) =>
	isMetrics(answer)
		? described.metricFamilies.map((family) =>
				changingText(
					"set a metric family to 0",
					family,
					(text) =>
						text
							.split("\n")
							.map((line) =>
								samplesOf(family).test(line) ? withValue(line, "0") : line,
							)
							.join("\n"),
					"",
					true,
				),
			)
		: [];
