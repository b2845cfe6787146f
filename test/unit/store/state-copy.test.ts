import { expect, test } from "vitest";
import { recordAt } from "../../../src/store/collection.ts";
import { createStateReader } from "../../../src/store/redis/redis-states.ts";

test("sessions with the same dataset share its records, and no changes", () => {
	const dataset = JSON.stringify({ notes: [{ id: "1" }] });
	const readState = createStateReader();
	const seen = { generation: "1", version: "1" };
	const place = { collection: "notes", sequence: 1, version: 1 };
	const record = { id: "2" };
	const change = JSON.stringify({ ...place, isRemoved: false, record });
	const read = (...more: [string, string][]) => {
		const fields = new Map([["dataset", dataset], ...more]);
		const notes = readState(seen, fields, undefined).collections?.notes;
		return notes ? [0, 1].map((place) => recordAt(notes, place)) : [];
	};
	const changed = read(["1 notes", change]);
	const other = read();
	expect(changed).toEqual([{ id: "1" }, { id: "2" }]);
	expect(other).toEqual([{ id: "1" }, undefined]);
	expect(other[0]).toBe(changed[0]);
});
