import type { Shape } from "../../document/model.ts";
import { groupBy } from "../../values/group-by.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import { NOT_DOCUMENTED } from "./additional-parts.ts";
import { MIN_CREATED } from "./describe-parts.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";

/** A property that fewer records lack may be missing by chance. */
const MIN_RECORDS = 20;

/** An optional property in an object of a response. The values are undefined without it. */
interface Optional {
	readonly example: ComparedObservation;
	readonly where: string;
	readonly value: unknown;
	readonly sent: unknown;
}

/** Lists the optional properties of a value and within it, with what the request has at the same place. */
function listOptional(
	example: ComparedObservation,
	shape: Shape | undefined,
	value: unknown,
	sent: unknown,
	where = "$",
): Optional[] {
	if (Array.isArray(value))
		return value.flatMap((each, index) => {
			const item = Array.isArray(sent) ? sent[index] : undefined;
			return listOptional(example, shape?.items, each, item, `${where}[*]`);
		});
	if (!isObject(value)) return [];
	const { properties = {}, required = [] } = shape ?? {};
	return Object.entries(properties).flatMap(([name, inner]) => {
		const own = { value: value[name], sent: Object(sent)[name] };
		const at = `${where}.${name}`;
		return [
			...(required.includes(name) ? [] : [{ example, where: at, ...own }]),
			...listOptional(example, inner, own.value, own.sent, at),
		];
	});
}

/**
 * Tells which optional properties of the document no record has, and which have a default. A service that leaves them
 * out conforms.
 * @param isTold whether another difference tells about a place
 */
export function listOptionalParts(
	{ documented }: Pick<Contract, "documented">,
	compared: readonly ComparedObservation[],
	isTold: (operation: string, where: string) => boolean,
): Shown[] {
	const sent = compared.map(({ request }) => `${request.body ?? ""}`).join();
	const all = compared
		.filter(({ status, response }) => status < 300 && response.status < 300)
		.flatMap((each) =>
			listOptional(
				each,
				documented.findResponse(each.target, each.status)?.schema,
				tryParseJson(each.documentedForm?.body ?? ""),
				tryParseJson(`${each.request.body ?? ""}`),
			),
		);
	const groups = groupBy(
		all.filter(({ example, where }) => !isTold(example.operation, where)),
		({ example, where }) => `${example.operation} ${where}`,
	);
	return groups.flatMap((group) => {
		const [{ where }] = group;
		const name = where.split(".").at(-1) ?? "";
		const tell = (expected: string, actual: string): Shown[] =>
			tellOperations([...new Set(group.map(({ example }) => example))], {
				where,
				expected,
				actual,
			});
		// What a request sets is no part of each record.
		if (!sent.includes(`${JSON.stringify(name)}:`))
			return group.length >= MIN_RECORDS &&
				group.every(({ value }) => value === undefined)
				? tell(name, "missing")
				: [];
		const unset = group.filter((each) => each.sent === undefined);
		const [value, ...others] = new Set(
			unset.map((each) => JSON.stringify(each.value)),
		);
		const isDefault = value !== undefined && others.length === 0;
		return isDefault && unset.length >= MIN_CREATED
			? tell(NOT_DOCUMENTED, `${value} if it is not sent`)
			: [];
	});
}
