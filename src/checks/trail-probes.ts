import { createTimeForm } from "../behaviors/forms.ts";
import { compose } from "../document/compose.ts";
import { hasType } from "../document/field.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { child } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type { Mismatch, Probe } from "../verification/contract.ts";
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
import { createDefaultProbe } from "./page-probes.ts";
import { composeParts, type PageReader, show } from "./page-reader.ts";
import { createPageProbe } from "./page-session.ts";
import { AUDITED, CREATED } from "./records.ts";
import { createSearchProbes } from "./search-probes.ts";
import type { Subject, Tested } from "./subject.ts";
import { composeAudit, conditionsOf, type Trail } from "./trail.ts";
import { createNewBody } from "./valid-requests.ts";

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
			subject.bodyAssumptions(tested.operation, `${place}[*]`),
			[whole],
		),
	});
}

/** Times before and after all records. */
const EARLY = "1990-01-01T00:00:00.000Z";
const LATE = "2037-01-01T00:00:00.000Z";

/** Creates probes of conditions that no record meets. */
export const createEmptyProbes = (
	subject: Subject,
	reader: PageReader,
): Probe[] => {
	const { id } = reader.tested.operation;
	const times = [
		["from", LATE, "from a time in the future on"],
		["to", EARLY, "up to a time long ago"],
	].flatMap(([role = "", time = "", what = ""]) => {
		const field = reader.find(role);
		const value = field && attempt(() => createTimeForm(field)(time));
		const { because } = subject.documented.expectStatus(
			id,
			reader.request({ [role]: value }),
		);
		const create = () => value;
		return value !== undefined && because === undefined
			? [{ role, create, what }]
			: [];
	});
	const texts = ["action", "subjectType", "subjectId", "text"]
		.filter((role) => reader.takesText(role))
		.map((role) => ({
			...{ role, create: uniqueWord, what: `with an unknown ${role}` },
		}));
	return [...texts, ...times].map(({ role, create, what }) =>
		createPageProbe(
			reader,
			`no record ${what}`,
			subject.documented.findRequestAssumptions(id),
			async (session) => {
				const page = await session.read({ [role]: create() });
				session.requireRecords(page, []);
				session.requireEnd(page, false);
				session.requireRole(page, "total", 0);
			},
		),
	);
};

/** The detail of an audit record is optional. If a record has one, it must be correct. */
function createDetailProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
): Probe[] {
	const { tested, record, place } = reader;
	const [name] =
		record.properties.find(([, { role }]) => role === "detail") ?? [];
	if (name === undefined || !reader.find("subjectId")) return [];
	const told = creators.filter((creator) => {
		const audit = composeAudit(
			creator,
			tested,
			createNewBody(creator.plan, []),
		);
		return audit !== undefined && isObject(Reflect.get(audit, name));
	});
	if (told.length === 0) return [];
	return [
		createPageProbe(
			reader,
			"the detail of a record, if it has one",
			subject.bodyAssumptions(tested.operation, `${place}[*]`),
			async (session) => {
				const mismatches: Mismatch[] = [];
				for (const creator of told) {
					const body = createNewBody(creator.plan, []);
					const subjectId = await session.createFrom(creator, body);
					await reader.waitFor(creator, subjectId, session.call);
					const page = await session.read(
						conditionsOf(reader, creator, subjectId),
					);
					session.requireRecords(page, [subjectId]);
					const actual = page.items[0]?.detail;
					const audit = Object(composeAudit(creator, tested, body));
					if (actual !== undefined)
						mismatches.push(
							...compareDetail(`${place}[0].${name}`, audit[name], actual),
						);
				}
				session.require(...mismatches);
			},
			"subjectId",
		),
	];
}

const compareDetail = (
	place: string,
	expected: unknown,
	actual: unknown,
): Mismatch[] =>
	Object.entries(Object(expected)).flatMap(([key, value]) => {
		const found = Object(actual)[key];
		return found === value
			? []
			: [createMismatch(`${place}.${key}`, show(value), show(found))];
	});

/** Creates probes of an audit trail: searches for the records of operations. */
export function createTrailProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
): Probe[] {
	const audited = creators.filter(
		({ plan }) => "x-audit" in plan.operation.node,
	);
	const [first] = audited;
	const ids = subject.bodyAssumptions(reader.tested.operation, "$");
	return [
		...createSearchProbes(subject, reader, audited),
		...createDetailProbes(subject, reader, audited),
		...(first ? createDefaultProbe(reader, first, ids, "subjectId") : []),
	];
}
