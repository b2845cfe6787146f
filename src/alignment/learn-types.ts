import { allowsAny } from "../document/field.ts";
import { typeOf } from "../document/judgment/shape-values.ts";
import { isObject, tryParseJson, withValueAt } from "../values/json.ts";
import { joinPointer } from "./edit.ts";
import { learnRule } from "./learn-rules.ts";
import type { Group, Round, Taught } from "./lesson.ts";
import { findInput } from "./request-inputs.ts";
import { whereOf } from "./schema-places.ts";

/** A value of each type. Only a number with a fraction is no integer, too. */
const VALUES: readonly unknown[] = [
	...["understudy", 0.5, 5, true, null],
	...[{ understudy: 1 }, [1]],
];

/** Lists the paths to values of a request for which the document allows any type. */
function listAny(
	round: Round,
	target: string,
	value: unknown,
	path: readonly string[] = [],
): (readonly string[])[] {
	const elements = findInput(round, target, whereOf(joinPointer(...path)));
	if (path.length > 0 && elements.some(({ node }) => allowsAny(node)))
		return [path];
	if (!isObject(value) && !Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		listAny(round, target, inner, [...path, name]),
	);
}

/** Learns which types a value has that may have any by the document, by further requests. */
export async function learnTypes(
	round: Round,
	[first]: Group,
): Promise<Taught | undefined> {
	const { target, status, request, response } = first.example;
	const { accepts, observations } = round;
	// Where the service accepts no request of the documented form, something else is wrong.
	const isUsual = observations.exchanges.some(
		(each) =>
			each.target === target &&
			each.adapted === undefined &&
			each.response.status < 300,
	);
	if (status >= 300 || response.status < 400 || !accepts || !isUsual)
		return undefined;
	const body = tryParseJson(`${request.body ?? ""}`);
	for (const path of listAny(round, target, body)) {
		const taken: unknown[] = [];
		for (const value of VALUES) {
			const changed = JSON.stringify(withValueAt(body, path, value));
			const isTaken = await accepts({ ...request, body: changed });
			if (isTaken === undefined) return undefined;
			if (isTaken) taken.push(value);
		}
		const types = [...new Set(taken.map(typeOf))].filter(
			(type, _, all) => type !== "integer" || !all.includes("number"),
		);
		if (types.length === 0 || taken.length === VALUES.length) continue;
		const [type, ...others] = types;
		const where = `request ${whereOf(joinPointer(...path))}`;
		const keywords = { type: others.length > 0 ? types : type };
		const accepted = taken.find(isObject) ?? taken[0];
		const change = { kind: "rule", keywords, accepted } as const;
		const actual = `accepts only values of the type ${types.join(" or ")}`;
		const taught = await learnRule(round, [
			{ ...first, change, where, actual },
		]);
		if (taught) return { where, from: "any value", to: actual, ...taught };
	}
	return undefined;
}
