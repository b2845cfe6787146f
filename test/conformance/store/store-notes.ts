import type {
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

/** The dataset `notes` has two notes and a tag, `others` has one note that names its seed. */
const load: StoreOptions["load"] = async ({ dataset, seed }) =>
	dataset === "others"
		? { notes: [createNote("o1", `Other ${seed}`, 1)], tags: [] }
		: {
				notes: [createNote("n1", "First", 1), createNote("n2", "Second", 2)],
				tags: [{ id: "t1" }],
			};

const options: StoreOptions = {
	load,
	facets: {
		notes: (record) => {
			const { text, at } = record as Note;
			return { keys: { text }, at, texts: [text] };
		},
	},
	originOf: () => ({ dataset: "notes", seed: 1 }),
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

/** Reads the texts of all notes, newest first. */
export async function readTexts(
	store: Store,
	session = "a",
): Promise<string[]> {
	const page = await store.page(session, "notes", { limit: 100 });
	return (page?.items ?? []).map((record) => (record as Note).text);
}
