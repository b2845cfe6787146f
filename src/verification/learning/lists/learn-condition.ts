import { tryParseJson } from "../../../values/json.ts";
import type { Condition } from "../../contract.ts";
import {
	findPath,
	listPaths,
	type Search,
	selectPaths,
} from "./condition-names.ts";
import {
	LINKED,
	LISTED,
	listTrials,
	PAGE,
	readShown,
	type Trial,
	writeAs,
} from "./condition-trials.ts";
import { createTranslation } from "./create-translation.ts";
import { findExpression } from "./filter-expressions.ts";
import { type Answer, createInput, type Value } from "./list-inquiry.ts";
import { measureCondition, measureListed } from "./measure-condition.ts";
import { measureItems } from "./measure-values.ts";
import { measureLinks } from "./page-links.ts";
import {
	COUNTED,
	findRepeated,
	isOtherPage,
	LAST_ID,
	listPositions,
	measureNumbers,
	measurePositions,
	rejectsNegative,
} from "./positions.ts";

/** The maximum number of names that are tried one by one. */
const MAX_NAMES = 12;
/** The maximum if all together have no effect. */
const MAX_UNSELECTED = 6;

/** Names of the last record of a page, and not of a number of pages or records. */
const AFTER = /after|since|last|id$/i;

/** Returns names of a value and of a list of values, with a trial that sends one value in a list. */
function listPlurals(
	role: string,
	trial: Trial | undefined,
	[group = []]: readonly (readonly (readonly string[])[])[],
) {
	if (!trial?.selects || role === "text") return [];
	const names = group.flatMap((path) => {
		const name = path.at(-1) ?? "";
		return name.endsWith("s") ? [path] : [path, path.with(-1, `${name}s`)];
	});
	const value = writeAs(LISTED, trial.value);
	return [{ group: names, trials: [{ ...trial, value, form: LISTED }] }];
}

/** Learns the condition as a part of an expression. Returns whether the service takes it. */
export async function learnExpression(
	search: Search,
	condition: Condition,
	trial: Trial,
): Promise<boolean> {
	const { name } = condition;
	const found = await findExpression(search, condition, trial);
	if (!found) return false;
	const translate = createTranslation(search.inquiry, condition, trial);
	search.learnt.push({
		...{ ...found, name, form: found.write(trial.value) },
		translate: (value) => found.write(translate(value)),
	});
	await measureCondition(search, condition, { ...found, name }, trial.value);
	return true;
}

/** How a condition is sent: where, and with which value. */
interface Attempt {
	readonly path: readonly string[];
	readonly trial: Trial;
	/** The size of a page, if a condition asks for the next one. */
	readonly size: readonly Value[];
}

/** Keeps a name of a condition that selects records, and measures which values the condition takes. */
async function keep(
	search: Search,
	condition: Condition,
	{ path, trial, size }: Attempt,
	found: Answer,
): Promise<void> {
	const { name, role } = condition;
	const { value } = trial;
	const isListed = trial.form === LISTED;
	const form = isListed && condition.isListed ? "" : trial.form;
	const isForm = form !== "" && !(form === LAST_ID && condition.takesId);
	const hasValues = search.inquiry.findings.some(
		({ where, expected, actual }) =>
			where === condition.place &&
			typeof tryParseJson(expected) === "string" &&
			typeof tryParseJson(actual) === "string",
	);
	const counted = COUNTED[form];
	const { isMoved } = search.inquiry;
	if (path.join() !== name || isForm || hasValues || isMoved)
		search.learnt.push({
			...{ name, path, form, example: found },
			...(isMoved && { isInQuery: true }),
			...(counted && {
				position: {
					...counted,
					hasMinimum: await rejectsNegative(search, [path, value], size),
				},
			}),
			translate: createTranslation(
				...([search.inquiry, condition, { value, form }] as const),
				form === LINKED ? path.join(".") : undefined,
			),
		});
	if (role === "cursor") {
		const next = counted?.role === "offset" ? PAGE : value;
		const [before, after] = await findRepeated(search, size, [path, next]);
		const [own] = size;
		const [limit] = own ?? [];
		if (search.isMeasured && own && before) measureLinks(search, before, own);
		if (search.isMeasured && counted && limit && before && after)
			await measureNumbers(search, [before, after], counted, () =>
				search.ask([limit, 1], [path, counted.first + 1]),
			);
		await measurePositions(search, condition, [path, value], size);
		return;
	}
	const write = (each: unknown) => writeAs(trial.form, each);
	const own = { name, path, write };
	await measureCondition(search, condition, own, value);
	if (!isListed || !search.isMeasured) return;
	await measureItems(search, own, [value].flat()[0]);
	await measureListed(search, condition, own);
}

/** Whether a service rejects the last name of a request as unknown. */
async function isUnknown(
	{ inquiry: { isInQuery, send }, readNames }: Search,
	values: readonly Value[],
): Promise<boolean> {
	const rejected = await send(createInput(isInQuery, values));
	const [name = ""] = values.at(-1)?.[0].slice(-1) ?? [];
	return rejected !== undefined && (await readNames(rejected)).isUnknown(name);
}

/** Tries a name with each value. Returns whether one selects records; undefined if another value selects the same ones. */
async function tryName(
	search: Search,
	condition: Condition,
	path: readonly string[],
	{ trials, size }: { trials: readonly Trial[]; size: readonly Value[] },
): Promise<boolean | undefined> {
	const { ask } = search;
	let isRefuted = false;
	for (const trial of trials) {
		const { value, other, applies } = trial;
		const found = await ask(...size, [path, value]);
		// The service does not know the name, whatever the value is.
		if (!found && (await isUnknown(search, [...size, [path, value]]))) {
			search.unknown.add(path.join("."));
			break;
		}
		if (!found || !applies(found.items)) continue;
		if (other && path.join() !== condition.name) {
			const { items = [] } = (await ask([path, other.value])) ?? {};
			if (!other.applies(items)) {
				isRefuted = true;
				continue;
			}
		}
		await keep(search, condition, { path, trial, size }, found);
		return true;
	}
	return isRefuted ? undefined : false;
}

/** Returns the paths of a condition, beginning with those beside the conditions that were learnt. */
function listGroups(
	search: Search,
	condition: Condition,
): (readonly string[])[][] {
	const around = search.learnt
		.findLast(({ path }) => path.length > 1)
		?.path.slice(0, -1)
		.join();
	const isAround = (path: readonly string[]): number =>
		Number(path.slice(0, -1).join() === around);
	return listPaths(search, condition).sort(
		([a = []], [b = []]) => isAround(b) - isAround(a),
	);
}

/** Returns the size of a page, as a service takes it. Empty if the service does not take it. */
export async function findSize({
	inquiry,
	ask,
	learnt,
}: Search): Promise<readonly Value[]> {
	const { name = "" } =
		inquiry.conditions.find(({ role }) => role === "limit") ?? {};
	const { path = [name] } = learnt.find((each) => each.name === name) ?? {};
	const isTaken =
		learnt.some((each) => each.name === name) ||
		(await ask([[name], 1]))?.items.length === 1;
	return isTaken ? [[path, PAGE]] : [];
}

/** Tries the names that a condition may have, until one selects records. Returns whether one does. */
export async function learnCondition(
	search: Search,
	condition: Condition,
): Promise<boolean> {
	const { ask, items } = search;
	const { role } = condition;
	const isCursor = role === "cursor";
	const size = isCursor ? await findSize(search) : [];
	const sized = size.length > 0 ? await ask(...size) : undefined;
	const { response, items: first } = sized ?? search.base;
	// A text that a page of another size has, too, is no position.
	const tokens = readShown(response, first).tokens.filter(
		([text, form]) =>
			!sized ||
			form === LINKED ||
			!search.shown.tokens.some(([other]) => other === text),
	);
	const trials = isCursor
		? listPositions(items, first, tokens)
		: listTrials(condition, items, findPath(search, condition));
	// Without a token, the next page has a number.
	const counted: readonly Pick<Trial, "value" | "applies">[] =
		isCursor && tokens.length === 0
			? [{ value: PAGE, applies: (found) => isOtherPage(found, items) }]
			: [];
	const groups = listGroups(search, condition);
	const [trial] = trials;
	const isTermOf = async (): Promise<boolean> =>
		!isCursor && !!trial && learnExpression(search, condition, trial);
	if (search.expression && (await isTermOf())) return true;
	const attempts = [
		...groups.map((group) => ({ group, trials })),
		...listPlurals(role, trial, groups),
	];
	for (const { group, trials } of attempts) {
		const selected: (readonly string[])[] = [];
		for (const each of isCursor ? [...counted, ...trials] : trials.slice(0, 1))
			selected.push(...(await selectPaths(search, group, each, size)));
		const known = group.filter((path) => !search.unknown.has(path.join(".")));
		const paths =
			isCursor || !trial ? new Set([...selected, ...known]) : selected;
		// Names that have no effect together have hardly one by themselves.
		const limit = selected.length > 0 || !trial ? MAX_NAMES : MAX_UNSELECTED;
		const refuted: (readonly string[])[] = [];
		for (const path of [...paths].slice(0, limit)) {
			// With ids that count records, both forms select the same records.
			const isAfter = isCursor && AFTER.test(path.at(-1) ?? "");
			const isTaken = await tryName(search, condition, path, {
				...{ trials: isAfter ? trials.toReversed() : trials, size },
			});
			if (isTaken) return true;
			if (isTaken === undefined) refuted.push(path);
		}
		// Of several names that had the effect, the last one was not the right one.
		if (refuted.length > 0 && refuted.length < group.length)
			attempts.push({
				group: group.filter((path) => !refuted.includes(path)),
				trials,
			});
	}
	return search.isMeasured && isTermOf();
}
