import { compose } from "../document/compose.ts";
import { hasType } from "../document/field.ts";
import { child } from "../document/node.ts";
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
import { exactly, fromState, like } from "./matcher.ts";
import { composeParts, type PageReader } from "./page-reader.ts";
import { AUDITED, CREATED } from "./records.ts";
import { bodyAssumptions, type Subject, type Tested } from "./subject.ts";
import { conditionsOf } from "./trail.ts";

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
	const roles = { action, subjectType };
	const whole = compose(record, {
		...{ roles, named: {}, otherwise: matchAny },
		make: (field) =>
			(field.role ?? "") in roles ? undefined : matchGenerated(field),
	});
	return createInteractions(tested, {
		[`finds the record of ${id}`]: search(
			CREATED,
			[ids].flat().filter((each) => typeof each === "string"),
			exactly(1, like(composeParts(record, { action }))),
		),
		[`the record of ${id} has its fields`]: search(
			AUDITED,
			bodyAssumptions(subject, tested.operation, `${place}[*]`),
			[whole],
		),
	});
}
