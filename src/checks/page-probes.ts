import { readPageForm } from "../behaviors/operation-plan.ts";
import { fieldsOf } from "../document/field.ts";
import type { Probe } from "../verification/contract.ts";
import {
	findContinuation,
	NEVER_ISSUED,
	type PageReader,
} from "./page-reader.ts";
import { createPageProbe, type PageSession } from "./page-session.ts";
import type { Subject, Tested } from "./subject.ts";

/** The maximum number of records that a probe creates to see the default of a limit. */
const MAX_CREATED = 50;

/** Returns the default of the limit, if a probe can see it. */
const readDefaultLimit = ({ find }: PageReader): number | undefined => {
	const { default: usual } = find("limit")?.schema ?? {};
	return Number(usual) <= MAX_CREATED ? Number(usual) : undefined;
};

/** Creates a probe of a page without a limit. */
export function createDefaultProbe(
	reader: PageReader,
	creator: Tested,
	assumptions: readonly string[],
	idRole?: string,
): Probe[] {
	const usual = readDefaultLimit(reader);
	if (usual === undefined) return [];
	return [
		createPageProbe(
			reader,
			"without a limit",
			assumptions,
			async (session) => {
				for (let count = 0; count <= usual; count++)
					await session.create(creator);
				const page = await session.read({});
				session.requireCount(page, usual);
				session.requireEnd(page, true);
			},
			idRole,
		),
	];
}

/** Creates records. Returns their ids, the newest first. */
async function createSeveral(
	session: PageSession,
	creator: Tested,
	count: number,
): Promise<readonly unknown[]> {
	const before = session.created.length;
	for (let left = count; left > 0; left--) await session.create(creator);
	return session.created.slice(before).reverse();
}

/** Creates probes of a list with the newest record first. */
function createNewestFirst(
	subject: Subject,
	reader: PageReader,
	creator: Tested,
): Probe[] {
	const { id, success } = creator.operation;
	const paged = subject.bodyAssumptions(reader.tested.operation, "$");
	const kind = findContinuation(reader);
	const { position, takesUnknownCursor } = readPageForm(reader.plan);
	const probe = (
		what: string,
		assumptions: readonly string[],
		run: (session: PageSession, ids: readonly unknown[]) => Promise<void>,
	): Probe =>
		createPageProbe(reader, what, assumptions, async (session) =>
			run(session, await createSeveral(session, creator, 4)),
		);
	const first = probe(
		`a record of ${id} comes first`,
		subject.problemAssumptions(id, success),
		async (session, [newest]) => {
			const { items, roles } = await session.read({});
			session.requireRecords({ items: items.slice(0, 1), roles }, [newest]);
		},
	);
	if (!reader.find("limit")) return [first];
	const newest = probe(
		"the first page, newest first",
		paged,
		async (session, ids) => {
			const page = await session.read({ limit: 2 });
			session.requireRecords(page, ids.slice(0, 2));
			session.requireEnd(page, true);
		},
	);
	if (kind === undefined) return [first, newest];
	const second = probe(
		"the page after the first",
		paged,
		async (session, [, c, b, a]) => {
			const page = await session.read({ limit: 2 });
			// Only a cursor can remember the previous records.
			if (kind === "cursor") await session.create(creator);
			const next = await session.readAfter(page, 2, { limit: 2 });
			session.requireRecords(next, position === "number" ? [c, b] : [b, a]);
		},
	);
	const third = probe(
		"the page after the second",
		paged,
		async (session, [, , b, a]) => {
			const page = await session.read({ limit: 1 });
			const next = await session.readAfter(page, 1, { limit: 1 });
			const last = await session.readAfter(next, 2, { limit: 2 });
			session.requireRecords(last, [b, a]);
		},
	);
	const all = [first, newest, second, third];
	if (!takesUnknownCursor || !reader.takesText("cursor")) return all;
	const what = "the first page for a cursor that was never issued";
	const unknown = probe(what, paged, async (session, ids) => {
		const page = await session.read({ limit: 1, cursor: NEVER_ISSUED });
		session.requireRecords(page, ids.slice(0, 1));
	});
	return [...all, unknown];
}

/** Creates probes of a list with the oldest record first. It may contain many older records. */
function createOldestFirst(
	subject: Subject,
	reader: PageReader,
	creator: Tested,
): Probe[] {
	const ids = subject.bodyAssumptions(reader.tested.operation, "$");
	const { id } = creator.operation;
	if (!reader.find("limit") || !findContinuation(reader)) return [];
	return [
		createPageProbe(
			reader,
			`a record of ${id} after all others`,
			ids,
			async (session) => {
				await createSeveral(session, creator, 2);
				const first = await session.read({ limit: 1 });
				session.requireCount(first, 1);
				session.requireNone(first, session.created[1]);
				const next = await session.readAfter(first, 1, { limit: 1 });
				session.requireCount(next, 1);
				session.requireNone(next, first.items[0]?.id);
			},
		),
	];
}

/** Creates probes of a list that shows the records of an operation. */
export function createListProbes(
	subject: Subject,
	reader: PageReader,
	creator: Tested,
): Probe[] {
	const ids = subject.bodyAssumptions(reader.tested.operation, "$");
	const create = readPageForm(reader.plan).isOldestFirst
		? createOldestFirst
		: createNewestFirst;
	const showsTotal =
		reader.plan.body &&
		fieldsOf(reader.plan.body).some(({ role }) => role === "total");
	const probes = [
		...create(subject, reader, creator),
		...createDefaultProbe(reader, creator, ids),
	];
	if (!showsTotal) return probes;
	const counts = createPageProbe(
		reader,
		`the total counts a record of ${creator.operation.id}`,
		ids,
		async (session) => {
			const { roles } = await session.read({});
			await session.create(creator);
			const page = await session.read({});
			session.requireRole(page, "total", Number(roles.total) + 1);
		},
	);
	return [...probes, counts];
}
