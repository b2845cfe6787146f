import { tryParseJson, valueAt, withValueAt } from "../../../values/json.ts";
import { listAllValues } from "../../../values/list-all-values.ts";
import {
	compactName,
	describeRejection,
	isAccepted,
	isFormRejected,
	maskValues,
	readTrial,
} from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried, Trier } from "./create-trier.ts";

/** A value that neither a text nor a number has. */
const NEITHER = [[]];

/** Lists properties with a value that a rule forbids, although its type is right. */
const listInvalid = (
	rules: readonly MeasuredRule[],
	at: MeasuredRule["at"],
): (readonly [name: string, value: unknown])[] => {
	const found = new Map<string, unknown>();
	for (const { at: place, actual, example } of rules) {
		const [name = "", ...inner] = place.slice(at.length);
		const isOther = /^(at (most|least)|rejects|only (some|"))/.test(actual);
		if (!isOther || inner.length > 0 || !isFormRejected(example.response))
			continue;
		const body = tryParseJson(`${example.request.body ?? ""}`);
		const value = valueAt(body, ...place);
		if (value !== undefined) found.set(name, value);
	}
	return [...found];
};

/** Finds whether the service names only one of two problems of a request. */
export async function measureProblems(
	{ rules, at, create, build, tryRequest }: Trier,
	names: readonly string[],
): Promise<void> {
	/** Sends a body with these values. Those that are undefined are left out. Returns the rejection, and the names that it contains. */
	async function send(values: Readonly<Record<string, unknown>>) {
		const body = Object.entries(values).reduce<unknown>(
			(changed, [name, value]) => withValueAt(changed, [...at, name], value),
			create(),
		);
		const tried = await tryRequest(build(body));
		if (!tried || tried.isTaken || !isFormRejected(tried.response))
			return undefined;
		const text = compactName(`${tried.response.body}`);
		const named = Object.keys(values).filter((each) =>
			text.includes(compactName(each)),
		);
		return { ...tried, named };
	}
	const wrong: string[] = [];
	let said = "";
	for (const name of names.length > 1 ? names : []) {
		// A word of the rejection may be a name by chance.
		if (wrong.length > 1 || said.includes(compactName(name))) continue;
		const tried = await send({ [name]: NEITHER });
		if (tried?.named.length !== 1) continue;
		wrong.push(name);
		said += compactName(`${tried.response.body}`);
	}
	const all = (value: unknown) =>
		Object.fromEntries(wrong.map((each) => [each, value]));
	const both = wrong.length === 2 ? await send(all(NEITHER)) : undefined;
	if (both?.named.length !== 1) return;
	// Values of the right type may be validated later, all together.
	const invalid = listInvalid(rules, at).slice(0, 2);
	const other = await send(
		invalid.length === 2 ? Object.fromEntries(invalid) : all(undefined),
	);
	// Leaving out a property is a problem only if it is required.
	const [unnamed] = wrong.filter((each) => !other?.named.includes(each));
	const isProblem =
		invalid.length === 2 ||
		unnamed === undefined ||
		(await send({ [unnamed]: undefined }))?.named.length === 1;
	const problems =
		other?.named.length === 2 || !isProblem
			? "values of a wrong type"
			: "problems";
	rules.push({
		...{ at: [], expected: "names each problem of a request" },
		...{ actual: `names only one of two ${problems}`, example: both },
	});
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
	const describe = ({ response }: Tried) =>
		maskValues(describeRejection(response, name), sent);
	const said = describe(again);
	const isSame = capital && !capital.isTaken && describe(capital) === said;
	const of = capital?.isTaken ? "; case matters" : "";
	const what = `the ${name ?? "values"} of another record`;
	rules.push({
		...{ at: [], expected: `takes ${what}`, example: again },
		actual: `rejects ${what} with ${said}${isSame ? "; case does not matter" : of}`,
	});
}
