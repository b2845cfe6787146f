import { tryParseJson } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { describeRejection } from "../rejections/describe-rejection.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import { listNames } from "../rejections/repairs.ts";
import type { Search } from "./condition-names.ts";
import { PAGE } from "./condition-trials.ts";
import { findSize } from "./learn-condition.ts";
import { type Answer, createInput, type Value } from "./list-inquiry.ts";
import { createReport } from "./measure-values.ts";
import { findRepeated, REPEATED } from "./positions.ts";
import {
	bisect,
	type Course,
	DOWN,
	findDirection,
	findEffective,
	findRejecting,
	isReordered,
	listProperties,
	type Property,
	REVERSED,
	UP,
} from "./sorting-names.ts";
import { listUsualNames } from "./usual-names.ts";

/** A name that sorts. */
interface Sorter {
	readonly name: string;
	/** What the service says of values that it rejects. */
	readonly others: string;
	readonly value?: unknown;
}

/** Returns the values that sort by a property. */
type Write = (property: string) => readonly Value[];

/** Tells the directions of a name that takes nothing else. Returns whether it takes them. */
async function reportDirections(
	{ search, start, properties }: Course,
	{ name, others }: Sorter,
): Promise<boolean> {
	const up = await search.ask([[name], UP]);
	const down = up && (await search.ask([[name], DOWN]));
	const by = properties.find(
		(each) =>
			findDirection(up?.items ?? [], each) === 1 &&
			findDirection(down?.items ?? [], each) === -1,
	);
	if (!up || !down || !by) return false;
	const show = (value: string, found: Answer): string =>
		`"${value}"${isReordered(found, start) ? "" : ", which is the default"}`;
	createReport(search, { name })(
		...([up, "not documented"] as const),
		`sorts by ${by.name}: ${show(UP, up)}, or ${show(DOWN, down)}${others}`,
	);
	return true;
}

/** Finds how a name that sorts by a property sorts in the other direction. */
async function findReversed(
	{ search: { ask }, directions: all }: Course,
	name: string,
	property: Property,
	direction: typeof UP | typeof DOWN,
): Promise<Write | undefined> {
	const sign = direction === UP ? 1 : -1;
	const directions = all.filter((each) => each !== name);
	const isReversed = async (write: Write): Promise<boolean> => {
		const found = await ask(...write(property.name));
		return findDirection(found?.items ?? [], property) === sign;
	};
	for (const reverse of direction === DOWN ? REVERSED : []) {
		const down: Write = (each) => [[[name], reverse(each)]];
		if (await isReversed(down)) return down;
	}
	const add =
		(some: readonly string[]): Write =>
		(each) => [
			[[name], each],
			...some.map((other): Value => [[other], direction]),
		];
	const hasEffect = (some: readonly string[]) => isReversed(add(some));
	if (!(await hasEffect(directions))) return undefined;
	return add([(await bisect(directions, hasEffect)) ?? name]);
}

/** Returns values as they are in a request. */
const show = (values: readonly Value[]): string =>
	values.map(([path, value]) => `${path.join(".")}=${value}`).join("&");

/** Tells by which properties a name sorts. Returns whether there are any. */
async function reportProperties(
	course: Course,
	{ name, others, value }: Sorter,
): Promise<boolean> {
	const { search, start, properties } = course;
	const { ask } = search;
	const taken: Property[] = [];
	const own: Write = (each) => [[[name], each]];
	let up: Write | undefined = own;
	const findOrdered = (reverse: (each: string) => string) =>
		properties.find((each) => reverse(each.name) === value);
	const reverse = REVERSED.find(findOrdered);
	const ordered = reverse && findOrdered(reverse);
	let down: Write | undefined =
		reverse && ((each) => [[[name], reverse(each)]]);
	let example: Answer | undefined;
	for (const each of properties) {
		const found = await ask(...own(each.name));
		const sign = isReordered(found, start) && findDirection(found.items, each);
		const isSorted = sign === 1 || sign === -1;
		if (isSorted && !example) {
			example = found;
			if (sign === 1) down ??= await findReversed(course, name, each, DOWN);
			else {
				down = own;
				up = await findReversed(course, name, each, UP);
			}
		}
		if (isSorted || (found && others !== "")) taken.push(each);
	}
	const first = ordered ?? taken[0];
	if (!first) return false;
	// The only property that sorts may be that of the usual order.
	if (!example) {
		down ??= await findReversed(course, name, first, DOWN);
		example = down && (await ask(...down(first.name)));
	}
	if (!example) return false;
	// The service ignores other values, and may have the records in the order of a property without sorting.
	for (const each of properties)
		if (down && !taken.includes(each) && findDirection(start, each) === 1) {
			const found = await ask(...down(each.name));
			if (findDirection(found?.items ?? [], each) === -1) taken.push(each);
		}
	const report = createReport(search, { name });
	report(
		...([example, "not documented"] as const),
		`sorts by ${taken.map((each) => each.name).join(", ")}${others}`,
	);
	if (up && down)
		report(
			...([example, "not documented"] as const),
			`sorts ascending with ${show(up(first.name))}, descending with ${show(down(first.name))}`,
		);
	const newest = down?.((taken.find((each) => each.isTime) ?? first).name);
	const { path, position } = search.learnt.find((each) => each.position) ?? {};
	const isTold = search.seen.some(({ actual }) => actual === REPEATED);
	if (newest && path && position && !isTold) {
		const next = position.role === "page" ? position.first + 1 : PAGE;
		const sorted = [...(await findSize(search)), ...newest];
		await findRepeated(search, sorted, [path, next], ` with ${show(newest)}`);
	}
	return true;
}

/** Finds what sorts the records of a list or a search. Returns whether anything does. */
export async function measureSorting(search: Search): Promise<boolean> {
	const { ask, inquiry, shown, learnt } = search;
	const { isInQuery, send } = inquiry;
	const first = await ask();
	const start = first?.items ?? [];
	if (!first || start.length <= PAGE) return false;
	const properties = listProperties(start);
	const known = listNames(tryParseJson(`${first.response.body}`));
	const taken = [...inquiry.conditions, ...learnt].map(({ name }) => name);
	const [names = [], directions = []] = ["sort", "direction"].map((role) =>
		listUsualNames(role, undefined, known, shown.likely).filter(
			(each) => !taken.includes(each),
		),
	);
	const { found, left } = await findRejecting(search, [
		...names,
		...directions,
	]);
	const course: Course = {
		...{ search, start, properties },
		// One of the other known names may have the direction.
		directions: [...new Set([...found, ...directions])],
	};
	for (const name of found) {
		const word = uniqueWord();
		const example = await send(createInput(isInQuery, [[[name], word]]));
		if (!example || isAccepted(example.response)) continue;
		const said = describeRejection(example).replaceAll(word, "…");
		const sorter = { name, others: `; others are rejected with ${said}` };
		if (await reportDirections(course, sorter)) return true;
		if (await reportProperties(course, sorter)) return true;
	}
	const effective = await findEffective(course, left);
	if (!effective) return false;
	const [[name = ""], value] = effective;
	const report =
		value === UP || value === DOWN ? reportDirections : reportProperties;
	return report(course, { name, others: "", value });
}
