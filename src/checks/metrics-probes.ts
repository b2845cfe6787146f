import {
	type MeasuredFamily,
	readFamilies,
	writeLabel,
} from "../behaviors/metrics.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { errorMessage } from "../values/errors.ts";
import {
	type Exposition,
	readExposition,
	readMetrics,
} from "../values/read-exposition.ts";
import type { Call, Mismatch, Probe, Send } from "../verification/contract.ts";
import { isCheckFailure, keepCheckFailure } from "../verification/errors.ts";
import { readNamed } from "../verification/named-metrics.ts";
import { type Bracket, createCounts } from "./counted-families.ts";
import {
	compareTypes,
	findLabelMismatch,
	type Known,
	listCreators,
} from "./missing-families.ts";
import { createProbe, reject, Unexpected } from "./probe.ts";
import { createRecord } from "./records.ts";
import { familyAssumptions } from "./responses.ts";
import type { Subject, Tested } from "./subject.ts";

/**
 * Reads the metrics.
 * @throws Unexpected if they are unreadable
 */
async function scrape(
	{ operation: { method, path, success } }: Tested,
	send: Send,
	read: (text: string) => Exposition | Promise<Exposition> = readMetrics,
): Promise<Exposition> {
	const { status, body } = await send({ method, path });
	if (status !== success) reject("status", `${success}`, `${status}`);
	try {
		return await read(body.toString("utf8"));
	} catch (error) {
		const message = errorMessage(error);
		const expected = "a Prometheus text exposition 0.0.4";
		throw new Unexpected(createMismatch("$", expected, message, message));
	}
}

/** Returns why a metric does not show that records were created; undefined if it does. */
function findGrowthMismatch(
	before: Exposition,
	after: Exposition,
	name: string,
	by: Readonly<Record<string, string | RegExp>>,
): Mismatch | undefined {
	const mislabeled = findLabelMismatch(after, name, Object.keys(by));
	if (mislabeled) return mislabeled;
	const { types, total } = after;
	const now = total(name, by);
	// A renamed family is reported once.
	const isNamed = now !== undefined || types.has(name);
	if (!isNamed || (now ?? 0) > (before.total(name, by) ?? 0)) return undefined;
	return createMismatch(
		"$",
		`a value of ${name} that grows`,
		`${total(name) ?? "no value"}`,
		`${name} did not grow when records were created`,
	);
}

/** So many records each creator creates before one reading of the metrics, so that the numbers differ. */
const ROUNDS: readonly ((index: number, length: number) => number)[] = [
	(index) => index + 1,
	(index, length) => length + 1 - index,
];

/** Reads the metrics after different numbers of records of each kind. */
async function readGrowth(
	readAgain: () => Promise<Exposition>,
	creators: readonly Tested[],
	call: Call,
): Promise<Bracket[]> {
	const brackets: Bracket[] = [];
	let before = await readAgain();
	for (const countFor of ROUNDS)
		for (const [index, creator] of creators.entries()) {
			let count = 0;
			for (let left = countFor(index, creators.length); left > 0; left--) {
				const made = await createRecord(creator, call).catch(keepCheckFailure);
				if (isCheckFailure(made)) break;
				count += 1;
			}
			const after = await readAgain();
			const created = new Map([[creator.operation.id, count]]);
			brackets.push({ before, after, created });
			before = after;
		}
	return brackets;
}

/** Returns the labels that the successful exchanges of an operation have in a family. */
const labelsOf = (
	{ labels }: MeasuredFamily,
	creator: Tested | undefined,
): Record<string, string | RegExp> => {
	const { id = "", method = "", path = "", success } = creator?.operation ?? {};
	const exchange = { operation: id, status: `${success}`, method, path };
	return Object.fromEntries(
		labels.map((label) => {
			const text = writeLabel(label, exchange);
			return [label[0], text === exchange.status ? /^2/ : text];
		}),
	);
};

/** Creates probes of metrics. */
export function createMetricsProbes(
	subject: Subject,
	tested: Tested,
	creators: readonly Tested[],
): Probe[] {
	const { operation } = tested;
	const families = readFamilies(subject.document.model.metricFamilies);
	const [first] = creators;
	/** The series that must grow when records of each kind are created. The status is checked elsewhere. */
	const growing = families.flatMap(
		(family): [string, Record<string, string | RegExp>][] => {
			const { key, name, resource } = family;
			const labels = labelsOf(family, first);
			if (key === "requests") return [[name, labels]];
			if (key === "durations") return [[`${name}_count`, labels]];
			return listCreators(subject, creators, resource).length > 0
				? [[name, {}]]
				: [];
		},
	);
	return [
		createProbe(
			tested,
			"is a Prometheus text exposition, line by line",
			subject.problemAssumptions(operation.id, operation.success),
			async (send) => {
				await scrape(tested, send, readExposition);
				return [];
			},
		),
		createProbe(
			tested,
			"each family has its type and counts events",
			familyAssumptions(tested),
			async (send, call) => {
				const names = families.map(({ name }) => name);
				const { method, path, success: expects } = operation;
				async function readValue(at: string): Promise<string | undefined> {
					const { body, ...other } = await call.send({
						...{ method, path: at, expects },
					});
					return other.status === expects ? `${body}` : undefined;
				}
				const read = () =>
					scrape(tested, send, async (text) =>
						readMetrics(await readNamed(text, path, names, readValue)),
					);
				const before = await read();
				let failure: Error | undefined;
				for (const creator of creators) {
					const made = await createRecord(creator, call).catch(
						keepCheckFailure,
					);
					if (isCheckFailure(made)) failure ??= made;
				}
				const after = await read();
				const notGrowing = first
					? growing.flatMap(
							([name, by]) => findGrowthMismatch(before, after, name, by) ?? [],
						)
					: [];
				const isOther = families.some(
					({ name, type }) => after.types.get(name) !== type,
				);
				const brackets = isOther ? await readGrowth(read, creators, call) : [];
				if (failure) throw failure;
				const known: Known = {
					...{ families, exposition: brackets.at(-1)?.after ?? after },
					counts: createCounts(brackets),
					listCreators: (name) => listCreators(subject, creators, name),
					isCounted: () => failure === undefined,
				};
				return [...compareTypes(known), ...notGrowing];
			},
		),
	];
}
