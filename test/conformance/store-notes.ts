import type {
	Store,
	StoredRecord,
	StoreOptions,
} from "../../src/store/store.ts";

export type OpenStore = (options: StoreOptions) => Promise<Store>;

/** Opens a store over the notes, which is closed when disposed. */
export type OpenNotes = (
	overrides?: Partial<StoreOptions>,
) => Promise<Store & AsyncDisposable>;

export interface Note extends StoredRecord {
	readonly text: string;
	readonly at: number;
}

export const START = Date.UTC(2026, 0, 1);

export const note = (id: string, text: string, at: number): Note => ({
	id,
	text,
	at,
});

/** `notes` has two notes and a tag, `others` one note that names its seed. */
const load: StoreOptions["load"] = async ({ dataset, seed }) =>
	dataset === "others"
		? { notes: [note("o1", `Other ${seed}`, 1)], tags: [] }
		: {
				notes: [note("n1", "First", 1), note("n2", "Second", 2)],
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

export const notesOf =
	(openStore: OpenStore): OpenNotes =>
	async (overrides) => {
		const store = await openStore({ ...options, ...overrides });
		return Object.assign(store, {
			[Symbol.asyncDispose]: () => store.close(),
		});
	};

export const add = (
	store: Store,
	session: string,
	text: string,
): Promise<Note> =>
	store.append(session, (mint) => {
		const notes = note(mint.id("n_"), text, Date.parse(mint.at));
		return { add: { notes }, result: notes };
	});

/** Newest first. */
export async function texts(store: Store, session = "a"): Promise<string[]> {
	const page = await store.page(session, "notes", { limit: 100 });
	return (page?.items ?? []).map((record) => (record as Note).text);
}
