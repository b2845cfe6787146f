import { setTimeout as sleep } from "node:timers/promises";
import type { Tried } from "../rules/create-trier.ts";
import type { Values } from "../values/record-values.ts";
import { ACCEPTED } from "./describe-changes.ts";

/** Where the records are that requests name. */
export interface RecordSource {
	/** Returns the records of the first page. */
	readRecords(): Promise<readonly Values[]>;
	/** Returns the first records of all other lists, by the id of the operation. */
	readTrails(): Promise<ReadonlyMap<string, readonly Values[]>>;
	/** Whether the service executes requests later, so that their records come later, too. */
	readonly isLate?: boolean;
	/** Whether the value of a property is the id of a record. */
	readonly isRecord: (value: unknown, name: string) => boolean;
	/** Returns a record that was created last, as far as responses have shown one. */
	newest(): Values | undefined;
	/** Returns the id of another record that no request has named, if there is one. */
	fresh(id: unknown, name: string): unknown;
}

/** A request, and the records that it left in lists other than that of the records that it names. */
export interface Trace<Sent extends Tried = Tried> {
	readonly tried: Sent;
	/** By operation id, the records in the order of the list. */
	readonly left: ReadonlyMap<string, readonly Values[]>;
}

/** So long a service may take to execute what it has accepted. */
export const SETTLE_MS = 250;

/** Reads the lists before and after a request. Returns undefined if the request cannot be sent. */
export async function watchTrail<Sent extends Tried>(
	{ readTrails, isLate = false }: Pick<RecordSource, "readTrails" | "isLate">,
	act: () => Promise<Sent | undefined>,
): Promise<Trace<Sent> | undefined> {
	// What earlier requests leave may be late.
	if (isLate) await sleep(SETTLE_MS);
	const before = await readTrails();
	const tried = await act();
	if (!tried) return undefined;
	// The service may only have accepted the request to execute it later.
	if (tried.response.status === ACCEPTED) await sleep(SETTLE_MS);
	const left = new Map<string, readonly Values[]>();
	for (const [operation, records] of await readTrails()) {
		const known = new Set(
			(before.get(operation) ?? []).map((each) => JSON.stringify(each)),
		);
		const others = records.filter((each) => !known.has(JSON.stringify(each)));
		// A page of other records only says nothing.
		if (
			others.length > 0 &&
			(known.size === 0 || others.length < records.length)
		)
			left.set(operation, others);
	}
	return { tried, left };
}
