import { expect, test, vi } from "vitest";
import { StoreUnavailableError } from "../../../src/store/redis/connection.ts";
import { createTurns } from "../../../src/store/redis/documents.ts";

/**
 * Lets calls take turns, of which the first one fails. Returns what became of each, and of the key afterwards.
 * @param afterMs how long the first one takes
 */
async function runAll(error: Error, afterMs: number) {
	let time = 0;
	using _ = vi.spyOn(performance, "now").mockImplementation(() => time);
	const inTurn = createTurns();
	const call = (result: string) => async () => result;
	const fail = async (): Promise<string> => {
		time += afterMs;
		throw error;
	};
	const running = [
		inTurn("a", fail),
		inTurn("a", call("second")),
		inTurn("b", call("of another key")),
		inTurn("a", call("third")),
	];
	const ended = await Promise.allSettled(running);
	return [
		...ended.map((each) =>
			each.status === "fulfilled" ? each.value : "failed",
		),
		await inTurn("a", call("later")),
	];
}

const unavailable = new StoreUnavailableError("no response");

test("calls that waited long for one that the store did not do fail with it, and later ones try again", async () => {
	const expected = ["failed", "failed", "of another key", "failed", "later"];
	expect(await runAll(unavailable, 2_000)).toEqual(expected);
});

test.each([
	["that the store rejected at once", unavailable, 5],
	["that failed for another reason", new Error("no store"), 2_000],
])("calls behind one %s run", async (_, error, afterMs) => {
	const expected = ["failed", "second", "of another key", "third", "later"];
	expect(await runAll(error, afterMs)).toEqual(expected);
});
