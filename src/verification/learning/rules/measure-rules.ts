import { isDeepStrictEqual } from "node:util";
import { isObject, mapValues, tryParseJson } from "../../../values/json.ts";
import type { OutgoingRequest, ProviderResponse } from "../../contract.ts";
import { OTHERS } from "../../observed.ts";
import type { Choice } from "../effects/measure-effects.ts";
import { isSamePlace, type Repair } from "../rejections/repairs.ts";
import {
	createTrier,
	listNested,
	type MeasuredRule,
	type Measurement,
	placeOf,
	type Trier,
	type Values,
} from "./create-trier.ts";
import { findNeeded } from "./find-needed.ts";
import { keepProven } from "./keep-proven.ts";
import { measureNested, measureVariants } from "./measure-nested.ts";
import { measureProblems, measureRepetition } from "./measure-problems.ts";
import {
	listChosen,
	listUnknown,
	measureAmounts,
	measureChoice,
	measureHidden,
	measureUnknown,
	type RuleSearch,
} from "./measure-properties.ts";
import { measureSize } from "./measure-sizes.ts";

/** Finds another name under which the service accepts an object that it drops or rejects under the documented name. */
async function findRename(
	{ at, documented, record, repairs, readEcho, sentName, tryValue }: Trier,
	name: string,
	value: Values,
): Promise<(MeasuredRule["example"] & { readonly body: unknown }) | undefined> {
	const kept = await tryValue(name, value);
	if (!kept || isDeepStrictEqual(readEcho(kept)[name], value)) return undefined;
	const values = [value, mapValues(value, String)];
	const names = Object.keys(record).filter(
		(each) => !documented.map(sentName).includes(each),
	);
	for (const [other, sent] of names.flatMap((each) =>
		values.map((sent) => [each, sent] as const),
	)) {
		const tried = await tryValue(other, sent);
		if (!tried?.isTaken || !isDeepStrictEqual(readEcho(tried)[other], sent))
			continue;
		const repair: Repair = { kind: "rename", at, name, to: other };
		const filled = repairs.findIndex(
			(each) => "isReplacing" in each && each.name === other,
		);
		if (filled >= 0) {
			repairs.splice(filled, 0, repair);
			return undefined;
		}
		const index = repairs.findIndex(
			(each) => each.kind === "remove" && each.name === name,
		);
		repairs.splice(
			...([index < 0 ? repairs.length : index, 1, repair] as const),
		);
		return { ...tried, body: tryParseJson(`${tried.request.body}`) };
	}
	return undefined;
}

/** The learnt form of an operation's body. */
export interface LearntBody {
	readonly repairs: readonly Repair[];
	/** Whether the service accepts a body of this form. If not, it requires the form all the same. */
	readonly isAccepted: boolean;
	/** An exchange with such a body. */
	readonly exchange: {
		readonly request: OutgoingRequest;
		readonly response: ProviderResponse;
		/** The body of the request, parsed from JSON. */
		readonly body: unknown;
	};
}

/** The results of search an operation. */
export interface Measured {
	readonly rules: readonly MeasuredRule[];
	/** The repairs of its bodies, with names that were found because responses repeat them. */
	readonly repairs: readonly Repair[];
	/** An exchange with such a name. */
	readonly accepted: LearntBody["exchange"] | undefined;
	/** The properties of its bodies that take only some words, with those words. */
	readonly choices: readonly Choice[];
	/** The repairs that add an optional property with the id of a record. */
	readonly references: readonly Repair[];
}

/** Returns the rule with the word beside which it was measured, if the property takes other values with other words. */
function qualify(
	rule: MeasuredRule,
	{ trier: { at, own }, choices }: RuleSearch,
): MeasuredRule {
	const [name = "", ...inner] = rule.at.slice(at.length);
	const choice = choices.find(({ bound = [] }) => bound.includes(name));
	if (!choice || inner.length > 0 || !rule.actual.startsWith("only "))
		return rule;
	const { keywords: _, ...others } = rule;
	const word = JSON.stringify(own[choice.name]);
	const [said, ...more] = rule.actual.split(OTHERS);
	const actual = [`${said} with ${choice.name} ${word}`, ...more].join(OTHERS);
	return { ...others, actual };
}

/** Whether another rule says that the text must be longer. */
const isWeaker = (
	{ at, keywords }: MeasuredRule,
	rules: readonly MeasuredRule[],
): boolean =>
	keywords?.minLength === 1 &&
	keywords.type === undefined &&
	rules.some(
		(each) => isSamePlace(each.at, at) && Number(each.keywords?.minLength) > 1,
	);

/** The rules that a rejection shows by itself. */
const SHOWN = /^(at (most|least)|rejects|names (only|no)) /;

/** Measures which requests an operation accepts: kinds of values, lengths, numbers of items, depth and size. */
export async function measureRules(
	measurement: Measurement,
): Promise<Measured> {
	const trier = await createTrier(measurement);
	if (!trier)
		return {
			...{ rules: [], repairs: measurement.repairs, accepted: undefined },
			...{ choices: [], references: [] },
		};
	const { operation, own, documented, sentName, rules, repairs, usual } = trier;
	const optional = Object.entries(Object(operation.example.body)).flatMap(
		([name, value]) =>
			isObject(value) && !documented.includes(name)
				? [[name, value] as const]
				: [],
	);
	let accepted: LearntBody["exchange"] | undefined;
	for (const [name, value] of usual ? [] : optional)
		accepted = (await findRename(trier, name, value)) ?? accepted;
	const returned = optional
		.filter(([name]) => !usual && measurement.isReturned(name))
		.map(([name]) => sentName(name));
	const search: RuleSearch = {
		...{ trier, optional, choices: [], references: [] },
		shown: measurement.names?.() ?? [],
		isReturned: (name) => returned.includes(name),
		sources: {
			...{ describedAs: () => [], fresh: () => undefined },
			...{ shown: () => [], alike: () => [], isRecord: () => false },
			...{ idFor: () => undefined, references: [] },
			...measurement,
		},
	};
	const unknown = await listUnknown(search);
	for (const name of unknown) await measureUnknown(search, name);
	for (const name of listChosen(trier)) await measureChoice(search, name);
	for (const each of search.choices) await findNeeded(search, each);
	await measureAmounts(search, unknown);
	// These come before the names that are guessed and the objects, which may need all other requests.
	await measureProblems(trier, [...Object.keys(own), ...unknown]);
	if (!usual) await measureVariants(search, measurement);
	if (measurement.isStored) await measureRepetition(trier);
	const objects = optional.map(([name, value]) => [sentName(name), value]);
	const filled = { ...Object.fromEntries(objects), ...own };
	// A list that shows deep values cannot be read.
	const nested = measurement.isStored ? {} : filled;
	await measureSize(trier, listNested({ ...trier, own: nested }));
	await measureHidden(search);
	if (!usual) await measureNested(search, measurement);
	const { choices, references } = search;
	const proven = await keepProven(trier, rules);
	return {
		...{ repairs, accepted, choices, references },
		rules: proven
			.filter(({ actual }) => usual?.isComplete !== false || SHOWN.test(actual))
			.filter((rule) => !isWeaker(rule, rules))
			.map((rule) => qualify({ ...rule, at: placeOf(rule.at) }, search)),
	};
}
