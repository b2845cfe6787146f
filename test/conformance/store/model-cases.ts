import fc from "fast-check";
import { expect, test } from "vitest";
import type { Dataset, Store } from "../../../src/store/store.ts";
import type { WriteContext } from "../../../src/store/write-context.ts";
import { countRuns } from "../../support/exhaustive.ts";
import {
	createNote,
	initialNotes,
	type Note,
	type OpenNotes,
	ORIGIN,
	readAll,
	readNotes,
	START,
	type StoreCapabilities,
} from "./store-notes.ts";

interface Kept {
	readonly id: string;
	/** Null once removed. */
	note: Note | null;
	version: number;
}

const keep = (notes: readonly Note[]): Kept[] =>
	notes.map((note) => ({ id: note.id, note, version: 1 }));

const listNotes = (notes: readonly Kept[]): Note[] =>
	notes.flatMap(({ note }) => note ?? []);

/** The expected contents of a session. */
const createSession = (id: string, origin = ORIGIN) => ({
	id,
	origin,
	/** By creation sequence. */
	notes: keep(initialNotes(origin)),
	tags: origin.dataset === "others" ? 0 : 1,
	observed: 0,
	/** The number of writes and draws since the origin. */
	writes: 0,
	draws: 0,
});
type Session = ReturnType<typeof createSession>;

const createModel = (store: Store) => ({
	store,
	sessions: new Map<string, Session>(),
	/** Oldest first. */
	snapshots: [] as { id: string; session: Session }[],
	/** The ids of all snapshots, also of deleted ones. */
	taken: ["none"],
	/** The results of reads, which later calls must not change. */
	reads: [] as [Dataset, unknown][],
});
type Model = ReturnType<typeof createModel>;

const listSnapshots = ({ snapshots }: Model, of: string): string[] =>
	snapshots.filter(({ session }) => session.id === of).map(({ id }) => id);

/** The ids and numbers that each seed creates: always the same ones, whatever else happens, and no two alike. */
const created = new Map<string, string>();
function expectCreated(key: string, value: string): void {
	if (!created.has(key)) expect([...created.values()]).not.toContain(value);
	created.set(key, created.get(key) ?? value);
	expect(value).toBe(created.get(key));
}

function write(session: Session, context: WriteContext, text: string): Note {
	const note = createNote(context.id("n_"), text, Date.parse(context.at));
	expect(note.at).toBe(START + session.writes);
	const place = `${session.origin.seed} ${session.writes++}`;
	expectCreated(`id ${place}`, note.id);
	expectCreated(`number ${place}`, `${context.fraction()}`);
	return note;
}

/** Mostly calls that build on each other. */
const CALLS =
	"add add add change change change read replace fail observe draw snapshot snapshot restore restore restore deleteSnapshot reset drop";
const step = fc.record({
	call: fc.constantFrom(...CALLS.split(" ")),
	of: fc.constantFrom("a", "b"),
	/** A number by which a call chooses a record, a snapshot or another number. */
	choice: fc.nat({ max: 60 }),
	other: fc.boolean(),
});
type Step = ReturnType<typeof step.generate>["value"];

const choose = <Item>(items: readonly Item[], choice: number) =>
	items[choice % Math.max(1, items.length)];

/** Finds a snapshot of the session, or chooses the id of any other one, or of none. */
const find = (model: Model, of: string, { choice, other }: Step) => {
	const own = listSnapshots(model, of);
	const id = choose(other ? model.taken : own, choice) ?? "";
	const found = model.snapshots.find((each) => each.id === id);
	return { id, found: own.includes(id) ? found : undefined };
};

const calls: Readonly<
	Record<string, (model: Model, session: Session, step: Step) => Promise<void>>
> = {
	async add({ store }, session, { choice }) {
		const note = await store.append(session.id, (context) => {
			const notes = write(session, context, `${choice}`);
			return { add: { notes }, result: notes };
		});
		session.notes.push(...keep([note]));
	},
	async read({ store, reads }, { id, notes }) {
		reads.push([await store.read(id), listNotes(notes)]);
	},
	async fail({ store }, { id }) {
		const failing = store.append(id, (context) => {
			throw new Error(`no ${context.id("n_")} ${context.fraction()}`);
		});
		await expect(failing).rejects.toThrow("no");
	},
	async change({ store }, session, { choice, other }) {
		const kept = choose(session.notes, choice);
		if (!kept) return;
		const { id, note } = kept;
		const to = other ? null : createNote(id, `Changed ${choice}`, 7);
		const version = choice % 5 === 3 ? kept.version - 1 : kept.version;
		const target = { collection: "notes", id, version };
		const changed = await store.change(session.id, target, (context) => {
			const tags = write(session, context, "");
			return { to, add: { tags }, result: "done" };
		});
		const isCurrent = note !== null && version === kept.version;
		expect(changed).toEqual(isCurrent ? { result: "done" } : undefined);
		if (!isCurrent) return;
		Object.assign(kept, { note: to, version: version + 1 });
		session.tags += 1;
	},
	async replace({ store }, session, { choice }) {
		const notes = Array.from({ length: choice % 4 }, (_, index) =>
			createNote(`r${index}`, `Replaced ${choice}`, index),
		);
		await store.replace(session.id, notes.length > 0 ? { notes } : {});
		Object.assign(session, { notes: keep(notes), tags: 0 });
	},
	async observe({ store }, session) {
		await store.observe(session.id, { of: "any" }, 0);
		session.observed += 1;
	},
	async draw({ store }, session, { choice }) {
		const drawn = await store.drawFractions(session.id, choice % 4);
		expect(drawn).toHaveLength(choice % 4);
		for (const number of drawn)
			expectCreated(
				`drawn ${session.origin.seed} ${session.draws++}`,
				`${number}`,
			);
	},
	async snapshot({ store, snapshots, taken }, session) {
		const id = await store.snapshot(session.id);
		expect(taken).not.toContain(id);
		taken.push(id);
		snapshots.push({ id, session: structuredClone(session) });
	},
	async restore(model, session, step) {
		const { id, found } = find(model, session.id, step);
		expect(await model.store.restore(session.id, id)).toBe(!!found);
		if (found) model.sessions.set(session.id, structuredClone(found.session));
	},
	async deleteSnapshot(model, session, step) {
		const { id, found } = find(model, session.id, step);
		expect(await model.store.deleteSnapshot(session.id, id)).toBe(!!found);
		model.snapshots = model.snapshots.filter((each) => each !== found);
	},
	async reset({ store, sessions }, { id, origin }, { choice }) {
		const dataset = choice % 4 < 2 ? "notes" : "others";
		const seed = 1 + (choice % 2);
		const to = choose(
			[{}, { dataset }, { seed }, { dataset, seed }],
			choice >> 2,
		);
		await store.reset(id, to);
		sessions.set(id, createSession(id, { ...origin, ...to }));
	},
	async drop(model, { id }) {
		await model.store.drop(id);
		model.sessions.set(id, createSession(id));
		const { snapshots } = model;
		model.snapshots = snapshots.filter(({ session }) => session.id !== id);
	},
};

/** Compares all that can be read of a session with the model. */
async function check(
	model: Model,
	{ id, origin, notes, tags, observed }: Session,
	{ choice, other }: Step,
): Promise<void> {
	const { store } = model;
	const present = listNotes(notes);
	expect({
		origin: await store.origin(id),
		snapshots: await store.snapshots(id),
		notes: await readNotes(store, id),
		counts: [await store.count(id, "notes"), await store.count(id, "tags")],
		observed: await store.observations(id),
	}).toEqual({
		origin,
		snapshots: listSnapshots(model, id),
		notes: present.reverse(),
		counts: [present.length, tags],
		observed:
			observed > 0 ? [expect.objectContaining({ count: observed })] : [],
	});
	const chosen = choose(notes, choice);
	if (!chosen) return;
	const { note: record, version } = chosen;
	const after = { sequence: notes.indexOf(chosen), id: chosen.id };
	expect(await store.get(id, "notes", chosen.id)).toEqual(
		record ? { record, version, sequence: after.sequence } : undefined,
	);
	const limit = 1 + (choice % 3);
	const older = notes
		.slice(0, other ? undefined : after.sequence)
		.flatMap(({ note }, sequence) => (note ? { note, sequence } : []))
		.reverse();
	const items = older.slice(0, limit);
	const [last] = older.length > limit ? items.slice(-1) : [];
	const page = other ? { limit } : { limit, after };
	expect(await store.page(id, "notes", page)).toEqual({
		items: items.map(({ note }) => note),
		next: last ? { sequence: last.sequence, id: last.note.id } : null,
	});
}

export const addModelCases = (
	open: OpenNotes,
	{ sequences = 400 }: StoreCapabilities,
): void =>
	test("two sessions contain what the model says, after any sequence of calls", async () => {
		await using store = await open();
		let run = 0;
		const property = fc.asyncProperty(
			fc.array(step, { maxLength: 80, size: "max" }),
			async (steps) => {
				run += 1;
				const model = createModel(store);
				const { sessions } = model;
				for (const step of steps) {
					const id = `${step.of} ${run}`;
					const session = sessions.get(id) ?? createSession(id);
					sessions.set(id, session);
					await calls[step.call]?.(model, session, step);
					for (const each of sessions.values()) await check(model, each, step);
				}
				for (const [dataset, notes] of model.reads)
					expect(readAll(dataset)).toEqual(notes);
			},
		);
		await fc.assert(property, { numRuns: countRuns(sequences) });
	}, 120_000);
