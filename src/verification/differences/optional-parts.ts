import type { Shape } from "../../document/model.ts";
import { groupBy } from "../../values/group-by.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import { NOT_DOCUMENTED } from "./additional-parts.ts";
import { MIN_CREATED, MIN_ORIGINS } from "./describe-parts.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";

/** A property that fewer records lack may be missing by chance. */
const MIN_RECORDS = 20;

/** An optional property in an object of a response. The values are undefined without it. */
interface Optional {
	readonly example: ComparedObservation;
	readonly where: string;
	readonly value: unknown;
	readonly isSent: boolean;
}

/**
 * Lists the optional properties of a value and within it, and the undocumented ones of items.
 * @param sent the values at the same place of the request, by the document and as the service takes it
 */
function listOptional(
	example: ComparedObservation,
	shape: Shape | undefined,
	value: unknown,
	sent: readonly unknown[],
	where = "$",
): Optional[] {
	if (Array.isArray(value))
		return value.flatMap((each, index) => {
			const item = sent.map((own) =>
				Array.isArray(own) ? own[index] : undefined,
			);
			return listOptional(example, shape?.items, each, item, `${where}[*]`);
		});
	if (!isObject(value)) return [];
	const { properties = {}, required = [] } = shape ?? {};
	const names = where.endsWith("[*]") ? Object.keys(value) : [];
	return [...new Set([...Object.keys(properties), ...names])].flatMap(
		(name) => {
			const at = `${where}.${name}`;
			const own = sent.map((each) => Object(each)[name]);
			const isSent = own.some((each) => each !== undefined);
			const optional = { example, where: at, value: value[name], isSent };
			return [
				...(required.includes(name) ? [] : [optional]),
				...listOptional(example, properties[name], value[name], own, at),
			];
		},
	);
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
	const listSent = ({ request, adapted = request }: ComparedObservation) =>
		[request, adapted].flatMap(({ body }) => (body ? [`${body}`] : []));
	const sent = compared.flatMap(listSent).join();
	const all = compared
		.filter(({ status, response }) => status < 300 && response.status < 300)
		.flatMap((each) => {
			const { target, status, documentedForm } = each;
			const { schema } = documented.findResponse(target, status) ?? {};
			const own = listSent(each).map(tryParseJson);
			const form = tryParseJson(documentedForm?.body ?? "");
			// A body that is too deep to read does not say what it sets.
			return own.includes(undefined)
				? []
				: listOptional(each, schema, form, own);
		});
	const groups = groupBy(
		all,
		({ example, where }) => `${example.operation} ${where}`,
	).filter(([{ example, where }]) => !isTold(example.operation, where));
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
		const unset = group.filter(({ isSent }) => !isSent);
		const [value, ...others] = new Set(
			unset.map((each) => JSON.stringify(each.value)),
		);
		const isSet = unset.length < group.length;
		const isDefault = isSet && value !== undefined && others.length === 0;
		const isEmpty = value === "{}" || value === "[]";
		return isDefault && unset.length >= (isEmpty ? MIN_ORIGINS : MIN_CREATED)
			? tell(NOT_DOCUMENTED, `${value} if it is not sent`)
			: [];
	});
}
