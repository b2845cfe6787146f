import { groupBy } from "../../../values/group-by.ts";
import {
	isObject,
	mapValues,
	tryParseJson,
	valueAt,
	withValueAt,
} from "../../../values/json.ts";
import { listAllValues } from "../../../values/list-all-values.ts";
import { describeRejection } from "../rejections/describe-rejection.ts";
import {
	isAccepted,
	isFormRejected,
	maskValues,
	readTrial,
	withoutNumbers,
} from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried, Trier, Values } from "./create-trier.ts";

/** A value that neither a text nor a number has. */
const NEITHER = [[]];

/** Returns the form of a rejection: a body that cannot be read may be rejected in another one than a wrong value. */
function formOf({ response }: Pick<Tried, "response">, name: string): string {
	const { "content-type": type } = response.headers;
	const rejection = tryParseJson(`${response.body}`);
	const names = isObject(rejection) ? Object.keys(rejection) : [];
	const form = names.map((each) => (each === name ? "…" : each)).sort();
	return JSON.stringify([type, response.status, form]);
}

/** Returns two properties, each with a value that a rule forbids, although its type is right, if both are rejected in the same form. */
function findInvalid(
	rules: readonly MeasuredRule[],
	at: MeasuredRule["at"],
): Values[] {
	const found = new Map<string, readonly [form: string, value: unknown]>();
	for (const { at: place, actual, example } of rules) {
		const [name = "", ...inner] = place.slice(at.length);
		const isOther =
			/^(at (most|least)|rejects|only (some|"|values like a text such as))/.test(
				actual,
			);
		if (!isOther || inner.length > 0 || !isFormRejected(example.response))
			continue;
		const body = tryParseJson(`${example.request.body ?? ""}`);
		const value = valueAt(body, ...place);
		if (value !== undefined) found.set(name, [formOf(example, name), value]);
	}
	const [alike = []] = groupBy([...found], ([, [form]]) => form).filter(
		({ length }) => length > 1,
	);
	return alike.slice(0, 2).map(([name, [, value]]) => ({ [name]: value }));
}

/** A rejection. */
interface Said extends Pick<Tried, "response"> {
	/** What the service says, without what it repeats of the request. */
	readonly text: string;
}

/** Whether rejections of the same status tell different problems. */
export const areDifferent = (one: Said, other: Said): boolean =>
	one.text !== other.text && one.response.status === other.response.status;

/** Whether rejections tell the same problem. */
export const saysSame = (one: Said, other: Said): boolean =>
	withoutNumbers(one.text) === withoutNumbers(other.text);

const EACH = "names each problem of a request";
/** Describes a service that names only one problem. */
export const ONE_NAMED: Pick<MeasuredRule, "expected" | "actual"> = {
	expected: EACH,
	actual: "names only one of two problems",
};

/** Describes a service that names only one value if its type is wrong. */
export const ONE_TYPE = "names only one of two values of a wrong type";

/** A request with a problem that the service rejects. */
interface Rejected extends Said {
	readonly values: Values;
	readonly tried: Tried;
}

/** Returns the first array of objects in a body, and the property of its first object that is made invalid. */
function findItems(own: Values) {
	for (const [list, items] of Object.entries(own)) {
		const [item] = Array.isArray(items) ? items : [];
		const [name] = isObject(item) ? Object.keys(item) : [];
		if (name !== undefined) return { list, name };
	}
	return undefined;
}

/** Sends requests with problems. */
function createAttempts({ rules, at, create, build, tryRequest }: Trier) {
	/** Sends a body with these values. Those that are undefined are left out. */
	async function reject(values: Values): Promise<Rejected | undefined> {
		const body = Object.entries(values).reduce<unknown>(
			(changed, [name, value]) => withValueAt(changed, [...at, name], value),
			create(),
		);
		const tried = await tryRequest(build(body));
		if (!tried || tried.isTaken || !isFormRejected(tried.response))
			return undefined;
		const { response } = tried;
		const { text } = readTrial([], body, response);
		return { values, tried, response, text };
	}
	/** Sends two problems at once. If the service says no more than of one of them, returns the exchange, and that one. */
	async function tryBoth(
		one: Rejected | undefined,
		other: Rejected | undefined,
		values: Values = { ...one?.values, ...other?.values },
	): Promise<(Rejected & { readonly named: Rejected }) | undefined> {
		if (!one || !other || !areDifferent(one, other)) return undefined;
		const both = await reject(values);
		const named = [one, other].find((each) => both && saysSame(each, both));
		return both && named && { ...both, named };
	}
	function report(actual: string, found: Rejected | undefined): void {
		if (!found || rules.some((each) => each.actual === actual)) return;
		rules.push({ at: [], expected: EACH, actual, example: found.tried });
	}
	return { reject, tryBoth, report };
}

/** Describes a service that validates types before all other rules. */
const ONLY_TYPE = "names no other problem beside a value of a wrong type";

/** Finds whether the service names only one of two problems of a request. */
export async function measureProblems(
	trier: Trier,
	names: readonly string[],
): Promise<void> {
	const { reject, tryBoth, report } = createAttempts(trier);
	const { rules, at, own, create } = trier;
	const items = findItems(own);
	const wrong: Rejected[] = [];
	for (const name of new Set(names)) {
		if (wrong.length > 1 || name === items?.list) continue;
		const rejected = await reject({ [name]: NEITHER });
		if (rejected && wrong[0]?.text !== rejected.text) wrong.push(rejected);
	}
	const [typed] = wrong;
	const types = await tryBoth(typed, wrong[1]);
	// Values of the right type may be validated later, all together.
	const invalid = findInvalid(rules, at);
	const all =
		invalid.length === 2
			? invalid
			: wrong.map(({ values }) => mapValues({ ...values }, () => undefined));
	const broken: Rejected[] = [];
	for (const values of all) {
		const rejected = await reject(values);
		if (rejected) broken.push(rejected);
	}
	const others = await tryBoth(broken[0], broken[1]);
	if (types && others) report(ONE_NAMED.actual, types);
	else {
		report(ONE_TYPE, types);
		report("names only one of two invalid values", others);
		const other = broken.find(
			({ values }) =>
				`${Object.keys(values)}` !== `${Object.keys({ ...typed?.values })}`,
		);
		const mixed = await tryBoth(typed, other);
		if (mixed?.named === typed) report(ONLY_TYPE, mixed);
	}
	if (!items) return;
	const { list, name } = items;
	/** Makes some of two items invalid. */
	const spoil = (...spoilt: readonly boolean[]): Values => {
		const [item, next = item] = [valueAt(create(), ...at, list)].flat();
		const spoilItem = (each: unknown, index: number) =>
			spoilt[index] ? withValueAt(each, [name], NEITHER) : each;
		return { [list]: [item, next].map(spoilItem) };
	};
	const first = await reject(spoil(true, false));
	const second = first && (await reject(spoil(false, true)));
	const both = await tryBoth(first, second, spoil(true, true));
	report("names only one of two items with a value of a wrong type", both);
	const beside = await tryBoth(first, broken[0] ?? typed);
	if (beside?.named !== first)
		report("names no invalid item beside another problem", beside);
	else if (!types || !others) report(ONLY_TYPE, beside);
}

/** Finds whether the service rejects a body with the same values as that of another record, and which value must differ. */
export async function measureRepetition({
	rules,
	at,
	own,
	create,
	build,
	tryRequest,
}: Trier): Promise<void> {
	const body = create();
	const first = await tryRequest(build(body));
	if (!first || !isAccepted(first.response)) return;
	const again = await tryRequest(build(body));
	if (!again || again.isTaken || !isFormRejected(again.response)) return;
	/** Sends the body with another value of one property. */
	const change = (name: string, value: unknown) =>
		tryRequest(build(withValueAt(body, [...at, name], value)));
	const { complaints } = readTrial([], body, again.response);
	let name = complaints
		.flatMap(({ paths, words }) => [...paths.flat(), ...words])
		.find((each) => Object.hasOwn(own, each));
	const next = create();
	for (const each of name === undefined ? Object.keys(own) : []) {
		const value = valueAt(next, ...at, each);
		if (value === valueAt(body, ...at, each)) continue;
		if ((await change(each, value))?.isTaken) name = each;
		if (name !== undefined) break;
	}
	const text = name === undefined ? "" : valueAt(body, ...at, name);
	const other = `${text}`.toUpperCase();
	const isText = name !== undefined && typeof text === "string";
	const capital =
		isText && other !== text ? await change(name ?? "", other) : undefined;
	const sent = [...listAllValues(body), other].flatMap((each) =>
		typeof each === "string" && each.length > 2 ? each : [],
	);
	const describe = (tried: Tried) =>
		maskValues(describeRejection(tried, name), sent);
	const said = describe(again);
	const isSame = capital && !capital.isTaken && describe(capital) === said;
	const of = capital?.isTaken ? "; case matters" : "";
	const what = `the ${name ?? "values"} of another record`;
	rules.push({
		...{ at: [], expected: `takes ${what}`, example: again },
		actual: `rejects ${what} with ${said}${isSame ? "; case does not matter" : of}`,
	});
}
