import { setTimeout as sleep } from "node:timers/promises";
import { createTimeForm } from "../behaviors/forms.ts";
import { readPageForm } from "../behaviors/operation-plan.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import type { ViolatingRequest } from "../document/model.ts";
import { child } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type { Mismatch, Probe } from "../verification/contract.ts";
import { createDefaultProbe } from "./page-probes.ts";
import { type PageReader, show } from "./page-reader.ts";
import { createPageProbe, repeatAmongOthers } from "./page-session.ts";
import { toRequest } from "./rejections.ts";
import { createSearchProbes } from "./search-probes.ts";
import { bodyAssumptions, type Subject, type Tested } from "./subject.ts";
import { composeAudit, conditionsOf, readDelay, type Trail } from "./trail.ts";
import { createNewBody } from "./valid-requests.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Creates probes that look for the audit record of each operation, for searches without a condition on the subject.
 */
const createUnfilteredProbes = (
	reader: Trail,
	creators: readonly Tested[],
): Probe[] =>
	reader.find("subjectId") || readPageForm(reader.plan).isOldestFirst
		? []
		: creators.map((creator) => {
				const { operation, plan } = creator;
				const {
					"x-assumption": ids,
					action,
					subjectType,
				} = child(plan.operation.node, "x-audit");
				return createPageProbe(
					reader,
					`finds the record of ${operation.id}`,
					[ids].flat().filter((each) => typeof each === "string"),
					async (session) => {
						const id = await session.create(creator);
						await sleep(readDelay(creator));
						const kind = Object.entries({ action, subjectType }).filter(
							([role, value]) => value !== undefined && reader.find(role),
						);
						const { items, roles } = await session.read(
							Object.fromEntries(kind),
						);
						const own = items.filter(
							({ subjectId }) => String(subjectId) === String(id),
						);
						const page = { items: own, roles };
						session.requireRecords(page, [id]);
						session.requireParts(page, { action, subjectType });
					},
					{ idRole: "subjectId" },
				);
			});

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
			bodyAssumptions(subject, tested.operation, `${place}[*]`),
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
			{ idRole: "subjectId" },
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

/**
 * Chooses the violation that is deepest in the body, because valid parts of a rejected body must not be recorded,
 * either.
 */
const chooseViolation = (
	violating: readonly ViolatingRequest[],
): ViolatingRequest | undefined =>
	violating
		.filter(({ constraint }) => constraint === "minLength")
		.toSorted((a, b) => b.place.length - a.place.length)[0] ??
	violating.find(({ constraint }) => constraint === "required");

/** The time in which other clients probably write a record if they do so all the time. */
const IDLE_MS = 100;

/** Creates probes that rejected requests write no audit records. Only a search can show this. */
function createTraceProbes(
	reader: Trail,
	creators: readonly Tested[],
	violating: readonly ViolatingRequest[],
): Probe[] {
	if (!reader.takesText("action")) return [];
	if (readPageForm(reader.plan).isOldestFirst) return [];
	return creators.flatMap((creator) => {
		const { operation, plan } = creator;
		const { action } = child(plan.operation.node, "x-audit");
		const violation = chooseViolation(
			violating.filter((each) => each.operation === operation.id),
		);
		if (!violation || readDelay(creator) > 0) return [];
		return [
			createPageProbe(
				reader,
				"an invalid request leaves no trace",
				violation.assumptions,
				async (session) => {
					const id = await session.create(creator);
					await reader.waitFor(creator, id, session.call);
					const newest = async (conditions: Values): Promise<unknown> =>
						reader.read(await session.call.send(reader.request(conditions)))
							?.items[0]?.id;
					// The service may use another name for the action.
					const ofAction = await newest({ action });
					const conditions = ofAction === undefined ? {} : { action };
					const readNewest = (): Promise<unknown> => newest(conditions);
					let changes = 0;
					await repeatAmongOthers(async () => {
						const before = await readNewest();
						const { status } = await session.send(
							toRequest(creator, violation),
						);
						const after = await readNewest();
						const isRejected = status >= 400 && status < 500;
						if (isRejected && String(before) === String(after)) return true;
						await sleep(IDLE_MS);
						// A record of an earlier request may have come late.
						if (String(after) === String(await readNewest())) changes += 1;
						if (changes > 2)
							session.require(
								createMismatch(
									"status",
									"a rejection without an audit record",
									`${status}, and the record ${show(after)}`,
									`${operation.id} returned ${status} for a request it should reject, and wrote an audit record`,
								),
							);
						return false;
					});
				},
				{ tested: creator, status: creator.operation.problems.invalid },
			),
		];
	});
}

/** Creates probes of an audit trail: searches for the records of operations. */
export function createTrailProbes(
	subject: Subject,
	reader: Trail,
	creators: readonly Tested[],
	violating: readonly ViolatingRequest[],
): Probe[] {
	const audited = creators.filter(
		({ plan }) => "x-audit" in plan.operation.node,
	);
	const [first] = audited;
	const ids = bodyAssumptions(subject, reader.tested.operation, "$");
	return [
		...createUnfilteredProbes(reader, audited),
		...createSearchProbes(subject, reader, audited),
		...createDetailProbes(subject, reader, audited),
		...createTraceProbes(reader, audited, violating),
		...(first ? createDefaultProbe(reader, first, ids, "subjectId") : []),
	];
}
