import { expect, test } from "vitest";
import { recordAt } from "../../../src/store/collection.ts";
import {
	type Datasets,
	readState,
} from "../../../src/store/redis/state-copy.ts";

test("sessions with the same dataset share its records, and no changes", () => {
	const dataset = JSON.stringify({ notes: [{ id: "1" }] });
	const datasets: Datasets = new Map();
	const seen = { generation: "1", version: "1" };
	const change = JSON.stringify([1, false, { id: "2" }]);
	const read = (...more: [string, string][]) => {
		const fields = new Map([["dataset", dataset], ...more]);
		const notes = readState(seen, fields, undefined, datasets).collections
			?.notes;
		return notes ? [0, 1].map((place) => recordAt(notes, place)) : [];
	};
	const changed = read(["1 notes", change]);
	const other = read();
	expect(changed).toEqual([{ id: "1" }, { id: "2" }]);
	expect(other).toEqual([{ id: "1" }, undefined]);
	expect(other[0]).toBe(changed[0]);
});
