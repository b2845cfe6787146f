import { expect, test } from "vitest";
import { createTurns } from "../../../src/store/redis/in-turn.ts";
import { explainError, HANGS } from "../../../src/store/redis/store-errors.ts";

const hanging = Object.assign(new Error("no response"), { code: HANGS });

/** Lets calls take turns, of which the first one fails. Returns what became of each, and of the key afterwards. */
async function runAll(error: Error) {
	const inTurn = createTurns();
	const call = (result: string) => async () => result;
	const fail = async (): Promise<string> => {
		throw explainError(error, "redis://a.test");
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

test("calls behind one that had no response in time fail with it, and later ones try again", async () => {
	const expected = ["failed", "failed", "of another key", "failed", "later"];
	expect(await runAll(hanging)).toEqual(expected);
});

test("calls behind one that failed for another reason run", async () => {
	const expected = ["failed", "second", "of another key", "third", "later"];
	expect(await runAll(new Error("OOM"))).toEqual(expected);
});
