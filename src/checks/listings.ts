import { readPageForm } from "../behaviors/operation-plan.ts";
import { compose, readSource } from "../document/compose.ts";
import { hasType } from "../document/field.ts";
import { child } from "../document/node.ts";
import { withValueAt } from "../values/json.ts";
import {
	exampleId,
	matchAny,
	matchGenerated,
	readMediaType,
} from "./creations.ts";
import {
	createInteractions,
	type Exchange,
	type Interaction,
} from "./interaction.ts";
import { exactly, fromState, like, regex } from "./matcher.ts";
import { composeParts, type PageReader } from "./page-reader.ts";
import { AUDITED, CREATED } from "./records.ts";
import {
	bodyAssumptions,
	type FreeText,
	findLabel,
	problemAssumptions,
	type Subject,
	type Tested,
} from "./subject.ts";
import { conditionsOf } from "./trail.ts";

const NAMES = ["Understudy A", "Understudy B", "Understudy C", "Understudy D"];

/** Returns the role or the name of a record's label in a page. */
function matchLabel(
	{ plan }: Tested,
	{ record }: PageReader,
	label: FreeText,
	text: string,
): unknown {
	const { request } = plan;
	if (!request) return undefined;
	// The provider state appends a new word to each text.
	const value = regex(`${text}( [a-z]+)?`, text);
	const { roles, named } = readSource(
		request,
		withValueAt({}, label.path, value),
	);
	const [role] = Object.keys(roles);
	if (role !== undefined) return composeParts(record, roles);
	return record.properties.some(([name]) => name in named) ? named : undefined;
}

/** Returns a matcher for a record with these values. It requires everything that the document requires. */
const matchWhole = (
	{ record }: PageReader,
	roles: Readonly<Record<string, unknown>> = {},
): unknown =>
	compose(record, {
		...{ roles, named: {}, otherwise: matchAny },
		make: (field) =>
			Object.hasOwn(roles, field.role ?? "")
				? undefined
				: matchGenerated(field),
	});

/**
 * Creates interactions with a list, after records were created.
 * @param isFirst whether this is the first operation that creates records of the list
 */
export function createListings(
	subject: Subject,
	reader: PageReader,
	creator: Tested,
	isFirst: boolean,
): Interaction[] {
	const { tested, place, find, input, write } = reader;
	const { operation } = tested;
	const label = findLabel(creator);
	const { isJson, mediaType } = readMediaType(tested);
	if (!isJson || label === undefined || readPageForm(reader.plan).isOldestFirst)
		return [];
	const first = matchLabel(creator, reader, label, NAMES[0] ?? "");
	if (first === undefined || !find("limit")) return [];
	const after = (
		texts: readonly string[],
		limit: number,
		assumptions: readonly string[],
		items: unknown,
	): Exchange => {
		const { query, body } = input({ limit });
		const params = { operation: creator.operation.id, texts };
		return {
			...{ assumptions, query, body, mediaType },
			given: { state: CREATED, params },
			json: write(items),
		};
	};
	return createInteractions(tested, {
		[`a record of ${creator.operation.id} comes first`]: after(
			NAMES.slice(0, 1),
			1,
			problemAssumptions(
				subject,
				creator.operation.id,
				creator.operation.success,
			),
			[first],
		),
		...(isFirst && {
			"each record of a page has its fields": after(
				NAMES,
				NAMES.length,
				bodyAssumptions(subject, operation, `${place}[*]`),
				exactly(NAMES.length, matchWhole(reader)),
			),
		}),
	});
}

/** Creates interactions that find the audit record of a write. */
export function createTrails(
	subject: Subject,
	reader: PageReader,
	creator: Tested,
): Interaction[] {
	const { tested, place, find, input, write, record } = reader;
	const { isJson, mediaType } = readMediaType(tested);
	const {
		action,
		subjectType,
		"x-assumption": ids,
	} = child(creator.plan.operation.node, "x-audit");
	const { collection } = creator;
	const idField = collection?.record.properties.find(
		([, { role }]) => role === "id",
	)?.[1];
	const subjectId = find("subjectId");
	if (!isJson || action === undefined || !subjectId || !idField) return [];
	const example = exampleId(idField);
	const isText = hasType(subjectId, "string");
	const wanted = fromState("id", isText ? String(example) : example);
	const asked = input(conditionsOf(reader, creator, wanted));
	const { id } = creator.operation;
	const search = (
		state: string,
		assumptions: readonly string[],
		items: unknown,
	): Exchange => ({
		...{ assumptions, ...asked, mediaType },
		given: { state, params: { operation: id } },
		json: write(items),
	});
	const known = { action, subjectType };
	return createInteractions(tested, {
		[`finds the record of ${id}`]: search(
			CREATED,
			[ids].flat().filter((each) => typeof each === "string"),
			exactly(1, like(composeParts(record, { action }))),
		),
		[`the record of ${id} has its fields`]: search(
			AUDITED,
			bodyAssumptions(subject, tested.operation, `${place}[*]`),
			[matchWhole(reader, known)],
		),
	});
}
