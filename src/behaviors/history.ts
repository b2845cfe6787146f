import type { Faker } from "@faker-js/faker";
import type {
	Dataset,
	DatasetContext,
	IdProperties,
	Sequence,
	StoredRecord,
} from "../store/store.ts";
import {
	createWriteContext,
	createWriteContextState,
	type WriteContext,
} from "../store/write-context.ts";
import { createFaker } from "../values/create-faker.ts";
import type { Write } from "./create-auditing.ts";

/** The values from which the records of an event are built. */
export interface EventSource extends Write {
	/** Makes values other than time and ids, with the random numbers of the context. */
	readonly faker: Faker;
	/** Returns the context of the first event of the same cycle or of a random earlier one. */
	readonly pickFirst: () => WriteContext;
	/**
	 * Returns the id of a record of the collection, the next one at each call, so that many records get children.
	 * Returns `1` if there is no record.
	 */
	readonly pickId: (name: string | undefined) => string;
}

/** An event that adds records. */
export interface HistoryEvent {
	/** The names of the collections that receive a record. */
	readonly adds: readonly string[];
	/** Returns the records by collection. */
	readonly build: (
		source: EventSource,
	) => Readonly<Record<string, StoredRecord>>;
}

export interface HistoryPlan {
	/** The events of one cycle, in order. */
	readonly cycle: readonly HistoryEvent[];
	readonly cycles: number;
	/** The time span of the history. */
	readonly days: number;
	readonly idProperties?: IdProperties;
}

const DAY_MS = 86_400_000;
/** Spreads the seeds of neighboring events (Knuth's multiplicative hash). */
const SPREAD = 2_654_435_761;

/** Returns a sequence whose items are created on first access. */
function createLazySequence<Item>(
	length: number,
	create: (index: number) => Item | undefined,
): Sequence<Item> {
	const created: (Item | undefined)[] = [];
	return {
		length,
		at(index) {
			if (index < 0 || index >= length) return undefined;
			created[index] ??= create(index);
			return created[index];
		},
	};
}

/** Creates a dataset from a series of events. */
export function createHistory(
	{ cycle, cycles, days, idProperties }: HistoryPlan,
	names: readonly string[],
	{ seed, now }: DatasetContext,
): Dataset {
	const step = (days * DAY_MS) / (cycle.length * cycles);
	const startTime = now - days * DAY_MS;
	/** Returns the positions, in the cycle, of events that add records to a collection. */
	const placesOf = (name: string): number[] =>
		cycle.flatMap(({ adds }, place) => (adds.includes(name) ? place : []));

	const contextOf = (event: number): WriteContext => {
		const eventSeed = Math.imul(Math.imul(seed, SPREAD) + event, SPREAD);
		const jitter = (eventSeed >>> 0) / 2 ** 32;
		const time = Math.floor(startTime + (event + jitter) * step);
		const state = createWriteContextState(eventSeed, time);
		return createWriteContext(state, time).context;
	};

	/** The collections whose records are being built, the outermost first. */
	const building: string[] = [];
	let fraction = (): number => 0;
	const faker = createFaker(() => fraction());

	const recordsOf = (name: string): Sequence<StoredRecord> => {
		const places = placesOf(name);
		return createLazySequence(places.length * cycles, (index) => {
			const turn = Math.floor(index / places.length);
			const place = places[index % places.length] ?? 0;
			const context = contextOf(turn * cycle.length + place);
			fraction = context.fraction;
			building.push(name);
			const built = cycle[place]?.build({
				...{ context, faker },
				countCreated(other) {
					const all = placesOf(other);
					return turn * all.length + all.filter((each) => each < place).length;
				},
				pickFirst: () =>
					contextOf(Math.floor(context.fraction() * (turn + 1)) * cycle.length),
				pickId(other = "") {
					// Two collections may need a record of each other.
					if (building.includes(other)) return "1";
					const all = dataset[other];
					const later = places.length * cycles - 1 - index;
					// The newest record belongs to the newest record of the other collection.
					const found = all?.at(all.length - 1 - (later % all.length));
					// Reading the other record may build it, which sets the fraction of another event. Restore it.
					fraction = context.fraction;
					return found
						? String(Reflect.get(found, idProperties?.[other] ?? "id"))
						: "1";
				},
			});
			building.pop();
			return built?.[name];
		});
	};
	const dataset = Object.fromEntries(
		names.map((name) => [name, recordsOf(name)]),
	);
	return dataset;
}
