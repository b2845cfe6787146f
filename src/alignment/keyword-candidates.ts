import {
	findInput as findInputByRole,
	type Plan,
} from "../behaviors/operation-plan.ts";
import { isNode } from "../document/node.ts";
import { tryParseJson } from "../values/json.ts";
import { findItems } from "../verification/learning/lists/condition-trials.ts";
import type { Sighting } from "../verification/observed.ts";
import { type Change, elementAt, removeAt, setKeyword } from "./edit.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import type { Lesson, Round } from "./lesson.ts";
import { findInput, findParameterNamed, listInputs } from "./request-inputs.ts";
import { type Element, follow } from "./schema-places.ts";

/** Another value for a keyword that describes the behavior of an operation. */
export interface Candidate
	extends Pick<Lesson, "kind" | "from" | "to" | "operations"> {
	readonly change: Change;
	/** What the value belongs to: an operation, or a parameter or property. */
	readonly place: string;
	/** Candidates of one group exclude each other. The first right one is used. */
	readonly group: string;
}

/** The possible values of each keyword. Undefined means that the keyword is absent. */
const PAGE_KEYWORDS: readonly (readonly [
	role: string,
	keyword: string,
	values: readonly unknown[],
])[] = [
	["cursor", "x-unknown-cursor", ["first page", undefined]],
	["cursor", "x-cursor-position", ["number", undefined]],
	["from", "x-inclusive", [true, false]],
	["to", "x-inclusive", [true, false]],
	["text", "x-case-sensitive", [true, undefined]],
];

/** The tried delays of audit records, in milliseconds. */
const DELAYS = [200, 400, 600, 800, 1000, 2000, 4000];

/**
 * Returns the parameter or property with this name in a request. The keywords of a property stand beside its reference,
 * because others may use the target.
 */
function findInputElement(
	round: Round,
	{ operation: { id } }: Plan,
	name: string,
): (Element & { readonly owner: string }) | undefined {
	const parameter = findParameterNamed(round, id, name);
	if (parameter) return { ...parameter, owner: parameter.pointer };
	const [property] = findInput(round, id, `$.${name}`);
	return property && { ...property, owner: property.at };
}

/** The roles of inputs that are no conditions. */
const PAGING: ReadonlySet<string | undefined> = new Set([
	"limit",
	"cursor",
	"page",
	"offset",
]);

/** Whether a list or a search has found nothing. */
export const isEmptyPage = ({ response }: Sighting["example"]): boolean =>
	findItems(tryParseJson(`${response.body}`))?.length === 0;

/**
 * Whether the service accepts values of another type there, as if it did not read them. If a page without records follows
 * from such a value alone, the service applies it.
 */
export function isUnread(round: Round, target: string, name: string): boolean {
	const { sightings, exchanges } = round.observations;
	const accepted = [...exchanges, ...sightings.map(({ example }) => example)]
		.filter((each) => each.target === target && each.response.status < 300)
		.map((each) => ({ each, inputs: listInputs(round, each) }))
		.filter(({ inputs }) => inputs.some((input) => input.name === name));
	return (
		accepted.some(({ inputs }) =>
			inputs.some(
				({ elements, value, ...input }) =>
					input.name === name &&
					elements.some(({ node }) =>
						findViolatedKeywords(node, value).includes("type"),
					),
			),
		) &&
		!accepted.some(
			({ each, inputs }) => inputs.length === 1 && isEmptyPage(each),
		)
	);
}

/** Lists the conditions that the service may ignore. */
function listIgnored(round: Round, plan: Plan): Candidate[] {
	const { id } = plan.operation;
	const inputs = [
		...plan.query.properties,
		...(plan.request?.properties ?? []),
	];
	return inputs.flatMap(([name, { role }]) => {
		const found = PAGING.has(role)
			? undefined
			: findInputElement(round, plan, name);
		return found && isUnread(round, id, name)
			? [
					{
						...{ kind: "ignored", from: name, to: `${name} ignored` },
						...{ operations: [id], group: name, place: name },
						change: removeAt(found.at),
					},
				]
			: [];
	});
}

const show = (keyword: string, value: unknown): string =>
	value === undefined
		? `no ${keyword}`
		: `${keyword} ${typeof value === "object" ? "" : value}`.trim();

export function listPageCandidates(round: Round, plan: Plan): Candidate[] {
	const { root } = round.document;
	const { id } = plan.operation;
	const keywords = PAGE_KEYWORDS.flatMap(([role, keyword, values]) => {
		const [name] = findInputByRole(plan, role) ?? [];
		if (name === undefined) return [];
		const found = findInputElement(round, plan, name);
		if (!found) return [];
		const { node, owner } = found;
		const now = { ...node, ...Object(elementAt(root, owner)) }[keyword];
		return values
			.filter((value) => value !== now)
			.map((value) => ({
				...{
					kind: keyword,
					from: show(keyword, now),
					to: show(keyword, value),
				},
				...{ operations: [id], group: `${role} ${keyword}` },
				place: name,
				change: setKeyword(owner, keyword, value),
			}));
	});
	return [...listIgnored(round, plan), ...keywords];
}

export function listAuditCandidates(
	round: Round,
	writer: Plan,
	reader: string,
): Candidate[] {
	const { root } = round.document;
	const { id, pointer: at } = writer.operation;
	const pointer = follow(root, at)?.pointer ?? "";
	const now = elementAt(root, `${pointer}/x-audit`);
	if (!isNode(now)) return [];
	const of = {
		...{ operations: [reader, id], group: `x-audit ${id}`, place: id },
	};
	const candidateOf = (
		to: string,
		pointer: string,
		keyword: string,
		value?: number,
	) => ({
		...{ ...of, kind: "x-audit", from: "audited at once", to },
		change: setKeyword(pointer, keyword, value),
	});
	return [
		...DELAYS.map((delayMs) =>
			candidateOf(
				`audited after ${delayMs} ms`,
				`${pointer}/x-audit`,
				"delayMs",
				delayMs,
			),
		),
		candidateOf("not audited", pointer, "x-audit"),
	];
}
