import { describe, expect, test } from "vitest";
import { catchControlError } from "../../support/catch-control-error.ts";
import { type Stage, stages } from "../../support/serve-stage.ts";
import { addBehaviorCases } from "./behavior-cases.ts";
import { addJournalCases } from "./journal-cases.ts";
import { addRejectionCases } from "./rejection-cases.ts";
import { addStateCases } from "./state-cases.ts";

const START = "2026-01-01T00:00:00.000Z";
const LATER = "2030-06-01T12:00:00.000Z";

/** Creates a zap, and returns the time of its creation. */
async function createdAt(stage: Stage): Promise<string> {
	const { createdAt } = await (await stage.createZap("A")).json();
	return createdAt;
}

function addClockCases(open: (typeof stages)[string]): void {
	test("sets the clock, also to an earlier time, and later records have that time and later ids", async () => {
		await using stage = await open({ dataset: "empty" });
		const { clock } = stage.control;
		expect(await clock()).toEqual({ time: START, frozen: true });
		expect(await clock.set(LATER)).toEqual({ time: LATER, frozen: true });
		expect(await createdAt(stage)).toBe(LATER);
		expect(await clock()).toMatchObject({ time: "2030-06-01T12:00:00.001Z" });
		await clock.set("2020-01-01T00:00:00+01:00");
		expect(await createdAt(stage)).toBe("2019-12-31T23:00:00.000Z");
		const { zaps = [] } = await stage.control.state();
		const ids = zaps.map(({ id }) => id);
		expect(ids).toEqual(ids.toSorted().toReversed());
	});

	test.each<[string | number, string]>([
		["2h", "2026-01-01T02:00:00.000Z"],
		["1d12h", "2026-01-02T12:00:00.000Z"],
		["1.5m", "2026-01-01T00:01:30.000Z"],
		["90s250ms", "2026-01-01T00:01:30.250Z"],
		[1_500, "2026-01-01T00:00:01.500Z"],
	])("advances the clock by %s", async (by, time) => {
		await using stage = await open({ dataset: "empty" });
		expect(await stage.control.clock.advance(by)).toEqual({
			time,
			frozen: true,
		});
		expect(await createdAt(stage)).toBe(time);
	});

	test("lets a clock run in real time from any time, and freezes it", async () => {
		await using stage = await open({ dataset: "empty" });
		const { clock } = stage.control;
		const before = new Date().toISOString();
		expect((await clock.set("system")).frozen).toBe(false);
		const real = await createdAt(stage);
		expect(real >= before && real <= new Date().toISOString()).toBe(true);
		await clock.set(LATER);
		const ahead = await createdAt(stage);
		expect(ahead >= LATER && ahead < "2030-06-01T13:00:00.000Z").toBe(true);
		expect(await clock.freeze(START)).toEqual({ time: START, frozen: true });
		expect(await createdAt(stage)).toBe(START);
		await clock.set("system");
		const frozen = await clock.freeze();
		expect(frozen.frozen).toBe(true);
		expect(await createdAt(stage)).toBe(frozen.time);
	});

	test("resets to the start of the clock, or to another clock, whose time the records of the dataset have", async () => {
		await using stage = await open();
		const { control } = stage;
		const before = await control.state();
		await control.clock.set(LATER);
		await control.reset();
		expect((await control.clock()).time).toBe(START);
		for (const origin of [{ clock: LATER }, {}]) {
			await control.reset(origin);
			expect((await control.clock()).time).toBe(LATER);
			const [newest] = (await control.state()).zaps ?? [];
			expect(newest).toMatchObject({
				createdAt: expect.stringMatching(/^2030-0[56]-/),
			});
		}
		await control.reset({ clock: "system" });
		expect((await control.clock()).frozen).toBe(false);
		await control.reset({ all: true });
		expect(await control.state()).toEqual(before);
		expect((await control.clock()).time).toBe(START);
	});

	test("has a clock for each session, which its snapshots keep", async () => {
		await using stage = await open();
		const { control } = stage;
		const mine = control.session("mine");
		const id = await mine.snapshot();
		await mine.clock.advance("1h");
		expect((await control.clock()).time).toBe(START);
		expect((await mine.clock()).time).toBe("2026-01-01T01:00:00.000Z");
		await mine.restore(id);
		expect((await mine.clock()).time).toBe(START);
		await control.session("unknown").clock();
		expect((await control.sessions()).map(({ id }) => id)).not.toContain(
			"unknown",
		);
	});

	test.each<[string, (stage: Stage) => Promise<unknown>, string]>([
		["time", ({ control }) => control.clock.set("now"), "/time must be an RFC"],
		[
			"day",
			({ control }) => control.clock.set("2026-02-30T00:00:00Z"),
			"/time",
		],
		["duration", ({ control }) => control.clock.advance("2"), "/by must be a"],
		["number", ({ control }) => control.clock.advance(-1), "/by must be a"],
		[
			"sum",
			({ control }) => control.clock.advance("9999999d"),
			"/by must lead",
		],
		[
			"reset",
			({ control }) => control.reset({ clock: "now" }),
			"/clock must be",
		],
	])("rejects an invalid %s, and changes nothing", async (_, act, message) => {
		await using stage = await open();
		const error = await catchControlError(act(stage));
		expect(error.status).toBe(400);
		expect(error.message).toContain(message);
		expect(await stage.control.clock()).toEqual({ time: START, frozen: true });
	});
}

describe.each(Object.entries(stages))("a mock controlled %s", (_, open) => {
	addJournalCases(open);
	addBehaviorCases(open);
	addStateCases(open);
	addClockCases(open);
	addRejectionCases(open);
});
