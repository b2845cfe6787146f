import type {
	Dataset,
	Origin,
	Store,
	StoredRecord,
	StoreOptions,
} from "../../../src/store/store.ts";

export type OpenStore = (options: StoreOptions) => Promise<Store>;

/** Opens a store of notes, which is closed when disposed. */
export type OpenNotes = (
	overrides?: Partial<StoreOptions>,
) => Promise<Store & AsyncDisposable>;

export interface Note extends StoredRecord {
	readonly text: string;
	readonly at: number;
}

export const START = Date.UTC(2026, 0, 1);

export const createNote = (id: string, text: string, at: number): Note => ({
	id,
	text,
	at,
});

/** The origin of sessions. */
export const ORIGIN: Origin = { dataset: "notes", seed: 1 };

/** The dataset `notes` has two notes and a tag, `others` has one note that names its seed. */
export const initialNotes = ({ dataset, seed }: Origin): readonly Note[] =>
	dataset === "others"
		? [createNote("o1", `Other ${seed}`, 1)]
		: [createNote("n1", "First", 1), createNote("n2", "Second", 2)];

const load: StoreOptions["load"] = async (origin) => ({
	notes: initialNotes(origin),
	tags: origin.dataset === "others" ? [] : [{ id: "t1" }],
});

/** Returns the notes of a dataset, oldest first. */
export const readAll = ({ notes }: Dataset): unknown[] =>
	Array.from({ length: notes?.length ?? 0 }, (_, index) => notes?.at(index));

const options: StoreOptions = {
	load,
	facets: {
		notes: (record) => {
			const { text, at } = record as Note;
			return { keys: { text }, at, texts: [text] };
		},
	},
	originOf: () => ORIGIN,
	start: START,
	now: () => START,
	buckets: [0.1, 1],
};

export const createNotesOpener =
	(openStore: OpenStore): OpenNotes =>
	async (overrides) => {
		const store = await openStore({ ...options, ...overrides });
		return Object.assign(store, {
			[Symbol.asyncDispose]: () => store.close(),
		});
	};

export const addNote = (
	store: Store,
	session: string,
	text: string,
): Promise<Note> =>
	store.append(session, (context) => {
		const notes = createNote(context.id("n_"), text, Date.parse(context.at));
		return { add: { notes }, result: notes };
	});

/** Updates the text of a note in its first version, or removes it, and adds a tag. */
export const changeNote = (
	store: Store,
	id: string,
	text: string | null,
): Promise<object | undefined> =>
	store.change("a", { collection: "notes", id, version: 1 }, (context) => ({
		to: text === null ? null : createNote(id, text, 1),
		add: { tags: { id: context.id("t_") } },
		result: null,
	}));

/** Reads all notes, newest first. */
export async function readNotes(
	store: Store,
	session = "a",
): Promise<readonly Note[]> {
	const page = await store.page(session, "notes", { limit: 100 });
	return (page?.items ?? []) as readonly Note[];
}

/** Reads the texts of all notes, newest first. */
export const readTexts = async (
	...from: Parameters<typeof readNotes>
): Promise<string[]> => (await readNotes(...from)).map(({ text }) => text);
