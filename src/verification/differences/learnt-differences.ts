import { valueAt } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { LearntRequests } from "../learning/learn-requests.ts";
import {
	findObject,
	findWrapper,
	isSamePlace,
	type Place,
	type Repair,
} from "../learning/rejections/repairs.ts";
import type { LearntBody } from "../learning/rules/measure-rules.ts";
import {
	ARRAY_OF_TEXTS,
	type RuleKeywords,
	type Sighting,
} from "../observed.ts";
import type { Observation } from "../observer.ts";
import { type Shown, SUCH_AS } from "./difference-collection.ts";
import {
	describeCondition,
	isOtherName,
	readCondition,
} from "./learnt-conditions.ts";

/** Returns the place of a property in a request, such as `request $.steps[*].command`. */
const locate = (at: Place, name: string): string =>
	`request $${[...at, name].map((each) => (each === "*" ? "[*]" : `.${each}`)).join("")}`;

/** Returns the place of a rule in a request. A rule without a path is about the whole body. */
const locateRule = (at: Place): string =>
	at.length === 0 ? "request $" : locate(at.slice(0, -1), `${at.at(-1)}`);

/** A difference of the accepted requests of an operation from the documented ones. */
export interface LearntDifference
	extends Pick<
		Sighting,
		"operation" | "where" | "expected" | "actual" | "change"
	> {
	readonly example: Shown["example"];
	/** What a report tells, where an alignment learns; both if undefined. */
	readonly only?: "report" | "alignment" | undefined;
	/** Whether it explains why checks are rejected. */
	readonly explains?: boolean;
}

type Description = Pick<
	LearntDifference,
	"where" | "expected" | "actual" | "change"
>;

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
function describe(repair: Repair, learnt: LearntBody): Description {
	const { kind, name } = repair;
	if (kind === "wrap")
		return {
			...{ where: "request $", expected: "the properties themselves" },
			actual: `wrapped in ${findWrapper(learnt.repairs).join(".")}`,
			change: { kind, to: name },
		};
	const where = locate(findPlace(repair, learnt.repairs), name);
	const { documented } = repair.kind === "rename" ? {} : repair;
	if (kind === "rename") {
		const { to } = repair;
		const change = { kind, to, rivals: [] };
		return { where, expected: name, actual: to, change };
	}
	if (kind === "remove")
		return {
			...{ where, expected: "accepted" },
			actual: `rejected${SUCH_AS}${JSON.stringify(documented)}`,
			change: { kind: "missing" },
		};
	const place = findPlace(repair, learnt.repairs);
	const item = valueAt(
		learnt.exchange.body,
		...place.map((each) => (each === "*" ? "0" : each)),
	);
	// The service takes a text in place of the object.
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

/** Lists the differences in the form of bodies. A report tells one difference for all wrappers. */
function listForms(operation: string, learnt: LearntBody): LearntDifference[] {
	const { repairs, isAccepted, exchange } = learnt;
	const wrapper = repairs.find(({ kind }) => kind === "wrap");
	return repairs.flatMap((each) => {
		const isInner = each.kind === "wrap" && each !== wrapper;
		if (isInner && !isAccepted) return [];
		// A document has no rule for what an item needs to succeed, if the request is accepted without it.
		const isRule = isAccepted && !("isReplacing" in each);
		const only = isRule ? isInner && "alignment" : "report";
		return {
			...{ operation, ...describe(each, learnt), example: exchange },
			...{ only: only || undefined, explains: true },
		};
	});
}

/** Whether the property of a rule has another name in the document, or is wrapped: then the document needs that first. */
const isRenamed = (repairs: readonly Repair[], at: Place): boolean =>
	repairs.some(
		(each) =>
			each.kind === "wrap" ||
			(each.kind === "rename" &&
				isSamePlace([...each.at, each.to], at.slice(0, each.at.length + 1))),
	);

const createRule = (
	keywords: RuleKeywords | undefined,
	accepted?: unknown,
): Sighting["change"] => keywords && { kind: "rule", keywords, accepted };

/** Lists how the accepted requests of the service differ from the documented ones. */
export function listLearnt(
	{ documented }: Contract,
	{ bodies, lists, rules, mediaTypes }: LearntRequests,
): LearntDifference[] {
	return [
		...Array.from(mediaTypes, ([operation, learnt]) => ({
			...{
				operation,
				where: "request header content-type",
				expected: learnt.documented,
			},
			...{ actual: learnt.mediaType, example: learnt.example },
			change: {
				...({ kind: "request type", from: learnt.documented } as const),
				to: learnt.mediaType,
			},
		})),
		...[...lists].flatMap(([operation, { conditions }]) =>
			conditions.filter(isOtherName).map((each): LearntDifference => {
				const { name, example } = each;
				const place = example.request.body === undefined ? "query " : "$.";
				return {
					...{ operation, where: `request ${place}${name}`, expected: name },
					...{ actual: describeCondition(each), example },
					change: readCondition(each),
				};
			}),
		),
		...[...lists].flatMap(([operation, { seen }]) => {
			const items = `$.${documented.pages[operation]?.items ?? ""}`;
			return seen.map(({ where, ...each }): LearntDifference => {
				const change = each.change ?? createRule(each.keywords);
				const only = where !== undefined && change ? undefined : "report";
				return { ...each, operation, where: where ?? items, change, only };
			});
		}),
		...[...rules].flatMap(([operation, measured]) => {
			const { repairs = [], exchange } = bodies.get(operation) ?? {};
			return measured.map(({ at, ...each }): LearntDifference => {
				const accepted = valueAt(exchange?.body, ...at);
				const change = createRule(each.keywords, accepted);
				const only = change && !isRenamed(repairs, at) ? undefined : "report";
				return { operation, where: locateRule(at), ...each, change, only };
			});
		}),
		...[...bodies].flatMap(([operation, body]) => listForms(operation, body)),
	];
}

/** Returns what an alignment learns from the differences of requests. */
export const toSightings = (
	{ documented }: Contract,
	learnt: readonly LearntDifference[],
): Sighting[] =>
	learnt
		.filter(({ only }) => only !== "report")
		.map(({ operation, where, expected, actual, change, example }) => {
			const ofRule = change?.kind === "rule" && actual;
			const of = change?.kind === "wrap" ? change.to : ofRule;
			return {
				...{ operation, where, expected, actual, change },
				...{ explains: [], isOfRequest: true },
				key: JSON.stringify(["request", operation, expected, where, of]),
				assumptions: documented.findRequestAssumptions(operation),
				example: {
					...{ ...example, check: "", target: operation },
					...{ status: example.response.status, isArrangement: true },
				},
			};
		});

/** Returns what a report tells of the differences of requests. */
export function toDifferences(
	{ documented }: Contract,
	learnt: readonly LearntDifference[],
	failed: readonly Omit<Observation, "isArrangement">[],
): Shown[] {
	/** Returns the checks whose valid requests the service rejects. */
	const listRejected = (operation: string): string[] => [
		...new Set(
			failed.flatMap(({ check, target, status, response }) =>
				target === operation && status < 400 && response.status >= 400
					? [check]
					: [],
			),
		),
	];
	return learnt
		.filter(({ only }) => only !== "alignment")
		.map(({ operation, where, expected, actual, example, explains }) => ({
			...{ operation, where, expected, actual, count: 1, example },
			explains: explains ? listRejected(operation) : [],
			assumptions: documented.findRequestAssumptions(operation),
		}));
}
