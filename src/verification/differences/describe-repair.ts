import { valueAt } from "../../values/json.ts";
import {
	findObject,
	findWrapper,
	isSamePlace,
	type Place,
	type Repair,
} from "../learning/rejections/repairs.ts";
import type { LearntBody } from "../learning/rules/measure-rules.ts";
import { ARRAY_OF_TEXTS, type Sighting } from "../observed.ts";
import { SUCH_AS } from "./difference-collection.ts";

/** Returns the place of a property in a request, such as `request $.steps[*].command`. */
const locate = (at: Place, name: string): string =>
	`request $${[...at, name].map((each) => (each === "*" ? "[*]" : `.${each}`)).join("")}`;

/** Returns the place of a rule in a request. A rule without a path is about the whole body. */
export const locateRule = (at: Place): string =>
	at.length === 0 ? "request $" : locate(at.slice(0, -1), `${at.at(-1)}`);

type Description = Pick<Sighting, "where" | "expected" | "actual" | "change">;

/** Returns the place of a repair in the body that is sent. Wrappers may come after it. */
const findPlace = (
	repair: Exclude<Repair, { kind: "wrap" }>,
	repairs: readonly Repair[],
): Place => [
	...findWrapper(repairs.slice(repairs.indexOf(repair))),
	...repair.at,
];

/** Returns the value that a repair has set in a body, in which others may have renamed the objects around it. */
function findValue(
	repair: Extract<Repair, { kind: "set" }>,
	{ repairs, exchange: { body } }: LearntBody,
): unknown {
	const place = repairs.reduce<Place>(
		(found, each) => {
			if (each.kind !== "rename") return found;
			const at = findPlace(each, repairs);
			const isAround =
				each.name === found[at.length] &&
				isSamePlace(at, found.slice(0, at.length));
			return isAround ? found.with(at.length, each.to) : found;
		},
		findPlace(repair, repairs),
	);
	return findObject(body, place)?.[repair.name];
}

/** Describes a repair of a body, with the change of form, unless the service only accepts other values. */
export function describeRepair(
	repair: Repair,
	learnt: LearntBody,
): Description {
	const { kind, name } = repair;
	if (kind === "wrap")
		return {
			...{ where: "request $", expected: "the properties themselves" },
			actual: `wrapped in ${findWrapper(learnt.repairs).join(".")}`,
			change: { kind, to: name },
		};
	const place = findPlace(repair, learnt.repairs);
	const where = locate(place, name);
	const { documented } = repair.kind === "rename" ? {} : repair;
	if (kind === "rename") {
		const { to } = repair;
		const change = { kind, to, rivals: [] };
		return { where, expected: name, actual: to, change };
	}
	if (kind === "remove") {
		const such = `${SUCH_AS}${JSON.stringify(documented)}`;
		return {
			...{ where, expected: "accepted" },
			...(repair.only === undefined
				? { actual: `rejected${such}`, change: { kind: "missing" } }
				: { actual: `to be left out ${repair.only}${such}` }),
		};
	}
	const item = valueAt(
		learnt.exchange.body,
		...place.map((each) => (each === "*" ? "0" : each)),
	);
	// The items of the array are texts instead of objects.
	if (typeof item === "string")
		return {
			where: locateRule(place),
			expected: `any text${SUCH_AS}${JSON.stringify(documented)}`,
			actual: `only some${SUCH_AS}${JSON.stringify(item)}`,
		};
	const value = findValue(repair, learnt);
	const such = `${SUCH_AS}${JSON.stringify(value)}`;
	if (Array.isArray(documented))
		return {
			...{ where, expected: "an array of objects" },
			actual: `${ARRAY_OF_TEXTS}${such}`,
		};
	const isOfType = value === undefined || typeof value === typeof documented;
	return documented === undefined
		? {
				...{ where, expected: "not required" },
				actual: `required${repair.only === undefined ? "" : ` ${repair.only}`}${learnt.isAccepted ? such : ""}`,
				change: { kind: "required", name, value },
			}
		: {
				...{ where, actual: `only some${such}` },
				expected: `any text${SUCH_AS}${JSON.stringify(documented)}`,
				...(!isOfType && { change: { kind: "other type", value } }),
			};
}
