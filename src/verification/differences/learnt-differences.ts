import { valueAt } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { LearntMediaType } from "../learning/bodies/learn-media-types.ts";
import type { LearntRequests } from "../learning/learn-requests.ts";
import {
	findObject,
	findWrapper,
	isSamePlace,
	type Place,
	type Repair,
} from "../learning/rejections/repairs.ts";
import type { LearntBody } from "../learning/rules/measure-rules.ts";
import type { Sighting } from "../observed.ts";
import type { Observation } from "../observer.ts";
import type { Difference } from "../report.ts";
import { type Shown, SUCH_AS } from "./difference-collection.ts";
import {
	describeCondition,
	isOtherName,
	readName,
	readPosition,
} from "./learnt-conditions.ts";

/** Returns the place of a property in a request, such as `request $.steps[*].command`. */
const locate = (at: Place, name: string): string =>
	`request $${[...at, name].map((each) => (each === "*" ? "[*]" : `.${each}`)).join("")}`;

/** Returns the place of a rule in a request. A rule without a path is about the whole body. */
const locateRule = (at: Place): string =>
	at.length === 0 ? "request $" : locate(at.slice(0, -1), `${at.at(-1)}`);

type Description = Pick<Difference, "where" | "expected" | "actual">;

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

function describe(repair: Repair, learnt: LearntBody): Description {
	const { kind, name } = repair;
	if (kind === "wrap")
		return {
			...{ where: "request $", expected: "the properties themselves" },
			actual: `wrapped in ${findWrapper(learnt.repairs).join(".")}`,
		};
	const where = locate(findPlace(repair, learnt.repairs), name);
	if (kind === "rename") return { where, expected: name, actual: repair.to };
	if (kind === "remove")
		return {
			...{ where, expected: "accepted" },
			actual: `rejected${SUCH_AS}${JSON.stringify(repair.documented)}`,
		};
	const value = `${SUCH_AS}${JSON.stringify(findValue(repair, learnt))}`;
	return repair.documented === undefined
		? {
				...{ where, expected: "not required" },
				actual: `required${repair.only === undefined ? "" : ` ${repair.only}`}${learnt.isAccepted ? value : ""}`,
			}
		: {
				where,
				expected: `any text${SUCH_AS}${JSON.stringify(repair.documented)}`,
				actual: `only some${value}`,
			};
}

/**
 * Returns the change of form of a request and its place. Returns undefined if the service only accepts other values.
 */
function readChange(
	repair: Repair,
	learnt: LearntBody,
): Pick<Sighting, "where" | "change"> | undefined {
	const { kind, name } = repair;
	if (kind === "wrap") return { where: "$", change: { kind, to: name } };
	const where = locate(findPlace(repair, learnt.repairs), name).replace(
		"request ",
		"",
	);
	if (kind === "rename")
		return { where, change: { kind, to: repair.to, rivals: [] } };
	if (kind === "remove") return { where, change: { kind: "missing" } };
	const value = findValue(repair, learnt);
	if (repair.documented !== undefined)
		return value === undefined || typeof value === typeof repair.documented
			? undefined
			: { where, change: { kind: "other type", value } };
	return {
		where: where.slice(0, -name.length - 1),
		change: { kind: "required", name, value },
	};
}

/** Whether the property of a rule has another name in the document, or is wrapped: then the document needs that first. */
const isRenamed = (repairs: readonly Repair[], at: Place): boolean =>
	repairs.some(
		(each) =>
			each.kind === "wrap" ||
			(each.kind === "rename" &&
				isSamePlace([...each.at, each.to], at.slice(0, each.at.length + 1))),
	);

/** The place of the media type of a request. */
export const CONTENT_TYPE = "request header content-type";

const describeMediaType = (learnt: LearntMediaType): Description => ({
	...{ where: CONTENT_TYPE, expected: learnt.documented },
	actual: learnt.mediaType,
});

/** Returns the same as `listLearntDifferences`, for an alignment. */
export function listLearntSightings(
	{ documented }: Contract,
	{ bodies, lists, rules, mediaTypes }: LearntRequests,
): Sighting[] {
	const toSighting = (
		operation: string,
		example: Pick<Observation, "request" | "response">,
		found: Description & Pick<Sighting, "change" | "rule">,
	): Sighting => ({
		...{
			operation,
			key: ["request", operation, found.expected, found.where]
				// An inner wrapper is another change than the outer one.
				.concat(found.change?.kind === "wrap" ? found.change.to : [])
				.concat(found.rule ? found.actual : [])
				.join(" "),
		},
		...{ explains: [], isOfRequest: true, ...found },
		assumptions: documented.findRequestAssumptions(operation),
		example: {
			...{ ...example, check: "", target: operation },
			...{ status: example.response.status, isArrangement: true },
		},
	});
	return [
		...Array.from(mediaTypes, ([operation, learnt]) =>
			toSighting(operation, learnt.example, describeMediaType(learnt)),
		),
		...[...bodies].flatMap(([operation, body]) =>
			body.isAccepted
				? body.repairs.map((repair, index) =>
						toSighting(operation, body.exchange, {
							...describe(repair, body),
							...(repair.kind === "wrap" && {
								actual: `wrapped in ${findWrapper(body.repairs.slice(0, index + 1)).join(".")}`,
							}),
							...readChange(repair, body),
						}),
					)
				: [],
		),
		...[...lists].flatMap(([operation, { conditions, seen }]) => [
			...conditions.filter(isOtherName).map((each) =>
				toSighting(operation, each.example, {
					...{ where: `$.${each.name}`, expected: each.name },
					...{ actual: describeCondition(each), change: readName(each) },
					...readPosition(each),
				}),
			),
			...seen.flatMap(({ keywords, change, example, where, ...found }) => {
				if (where === undefined) return [];
				if (change) {
					const place = where.replace("request ", "");
					return toSighting(operation, example, {
						...{ ...found, where: place, change },
					});
				}
				return keywords
					? toSighting(operation, example, {
							...{ ...found, where },
							rule: { keywords, accepted: undefined },
						})
					: [];
			}),
		]),
		...[...rules].flatMap(([operation, ofOperation]) => {
			const body = bodies.get(operation);
			return ofOperation
				.filter(({ at }) => !isRenamed(body?.repairs ?? [], at))
				.flatMap(({ at, keywords, example, expected, actual }) =>
					keywords
						? toSighting(operation, example, {
								...{ where: locateRule(at), expected, actual },
								rule: {
									keywords,
									accepted: valueAt(body?.exchange.body, ...at),
								},
							})
						: [],
				);
		}),
	];
}

/** Returns the differences of the service's request forms from the document. */
export function listLearntDifferences(
	{ documented }: Contract,
	{ bodies, lists, rules, mediaTypes }: LearntRequests,
	failed: readonly Omit<Observation, "isArrangement">[],
): Shown[] {
	const tell = (
		operation: string,
		{ where, expected, actual }: Description,
		example: Shown["example"],
		explains: readonly string[] = [],
	): Shown => ({
		...{ operation, where, expected, actual, count: 1, explains, example },
		assumptions: documented.findRequestAssumptions(operation),
	});
	return [
		...Array.from(mediaTypes, ([operation, learnt]) =>
			tell(operation, describeMediaType(learnt), learnt.example),
		),
		...[...lists].flatMap(([operation, { conditions }]) =>
			conditions.filter(isOtherName).map((each) => {
				const { name, example } = each;
				const place = example.request.body === undefined ? "query " : "$.";
				const actual = describeCondition(each);
				const told = { where: `request ${place}${name}`, expected: name };
				return tell(operation, { ...told, actual }, example);
			}),
		),
		...[...lists].flatMap(([operation, { seen }]) => {
			const items = `$.${documented.pages[operation]?.items ?? ""}`;
			return seen.map(({ where = items, example, ...each }) =>
				tell(operation, { ...each, where }, example),
			);
		}),
		...[...rules].flatMap(([operation, measured]) =>
			measured.map(({ at, where = locateRule(at), example, ...each }) =>
				tell(operation, { ...each, where }, example),
			),
		),
		...[...bodies].flatMap(([operation, body]) => {
			const explains = failed.flatMap(({ check, target, status, response }) =>
				target === operation && status < 400 && response.status >= 400
					? [check]
					: [],
			);
			const wrapper = body.repairs.find(({ kind }) => kind === "wrap");
			return body.repairs
				.filter((each) => each.kind !== "wrap" || each === wrapper)
				.map((each) => {
					const told = describe(each, body);
					return tell(operation, told, body.exchange, [...new Set(explains)]);
				});
		}),
	];
}
