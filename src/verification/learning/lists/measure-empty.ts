import { uniqueWord } from "../../../values/unique-word.ts";
import { describeRejection } from "../rejections/describe-rejection.ts";
import { isAccepted, isFormRejected } from "../rejections/read-trial.ts";
import { listOffered } from "../rules/measure-choices.ts";
import type { Search } from "./condition-names.ts";
import { createInput, type Named } from "./list-inquiry.ts";
import {
	createReport,
	measureMost,
	measureText,
	measureTimes,
} from "./measure-values.ts";
import { findRejecting } from "./sorting-names.ts";
import { listUsualNames } from "./usual-names.ts";

/** The roles of the conditions whose usual names are tried. */
const ROLES = ["limit", "cursor", "sort", "direction", "text"];
/** The maximum numbers of names that are tried, and of those with a long text. */
const [MAX_NAMES, MAX_LONG] = [120, 24];
/** The maximum number of values that are tried which a rejection offers. */
const MAX_OFFERED = 8;
/** The length of a text that few conditions take. */
const LONG = 260;
/** Values of the other kinds in a query. */
const OTHERS = ["true", "false", "1"];

/** Tells which values a condition takes that rejects a word. */
async function describeRejecting(
	search: Search,
	{ name, path }: Named,
): Promise<void> {
	const { isInQuery, send, conditions } = search.inquiry;
	const sendValue = (value: unknown) =>
		send(createInput(isInQuery, [[path, value]]));
	const word = uniqueWord();
	const example = await sendValue(word);
	if (!example || !isFormRejected(example.response)) return;
	const taken: string[] = [];
	const offered = listOffered(name, word, example.response);
	for (const each of new Set([...offered.slice(0, MAX_OFFERED), ...OTHERS])) {
		const found = await sendValue(each);
		if (found && isAccepted(found.response)) taken.push(each);
	}
	const said = describeRejection(example).replaceAll(word, "…");
	const negative = taken.includes("1") ? await sendValue("-1") : undefined;
	const least =
		negative && isFormRejected(negative.response)
			? `, -1 with ${describeRejection(negative)}`
			: "";
	const shown = taken.map((each) => JSON.stringify(each)).join(", ");
	const only = shown === "" ? "" : `takes only values like ${shown}; `;
	const isKnown = conditions.some((each) => each.name === name);
	createReport(search, { name })(
		...([example, isKnown ? "any text" : "not documented"] as const),
		`${only}rejects a made-up word with ${said}${least}`,
	);
}

/** Measures the conditions of a list that has no records: the names whose values it rejects. */
export async function measureEmpty(search: Search): Promise<void> {
	const { inquiry, shown } = search;
	const { conditions, names = () => [] } = inquiry;
	const known = names();
	const all = [
		...conditions.map(({ name }) => name),
		...ROLES.flatMap((role) =>
			listUsualNames(role, undefined, known, shown.likely),
		),
		...known,
	];
	const nameAs = (name: string): Named => ({
		...{ name, path: [name], write: (value) => value },
	});
	const some = [...new Set(all)].slice(0, MAX_NAMES);
	const { found, left } = await findRejecting(search, some);
	for (const name of found) {
		const role = conditions.find((each) => each.name === name)?.role;
		if (role === "from" || role === "to")
			await measureTimes(search, nameAs(name));
		else if (role === "limit") await measureMost(search, nameAs(name));
		else await describeRejecting(search, nameAs(name));
	}
	const empty = await findRejecting(search, left, () => "");
	const long = await findRejecting(
		...([search, empty.left.slice(0, MAX_LONG)] as const),
		() => uniqueWord().padEnd(LONG, "u"),
	);
	for (const name of [...empty.found, ...long.found])
		await measureText(search, nameAs(name), []);
}
