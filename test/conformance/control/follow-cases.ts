import { expect, test } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import type { Stage, stages } from "../../support/serve-stage.ts";

type Open = (typeof stages)[string];

/** Each act, and what followers of all sessions then read. */
const ACTS: readonly (readonly [
	act: (stage: Stage, control: Control, mine: Control) => Promise<unknown>,
	...seen: readonly string[],
])[] = [
	[
		(_, control) => control.setScenario("slow"),
		"default scenario",
		"default state",
		"default snapshots",
	],
	[
		(_, control) => control.reset({ all: true }),
		"default session",
		"null journal",
	],
	[(_, __, mine) => mine.clearFaults(), "mine faults"],
	[
		(_, control) => control.setFaults([{ operation: "*", kind: "empty" }]),
		"default faults",
	],
	[(_, control) => control.removeFault("1"), "default faults"],
	[(stage) => stage.createZap("A", "mine"), "mine createZap"],
	[(_, __, mine) => mine.clearForward(), "mine forward"],
	[(_, control) => control.addRecord("zaps", { name: "A" }), "default state"],
	[(_, __, mine) => mine.setState({}), "mine state"],
	[(_, control) => control.reset(), "default state"],
	[(_, control) => control.snapshot(), "default snapshots"],
	[(_, control) => control.restore("1"), "default state"],
	[(_, __, mine) => mine.clearRequests(), "mine journal"],
	[(_, __, mine) => mine.reset({ all: true }), "mine session", "mine journal"],
	[(_, control) => control.deleteSession("mine"), "mine session"],
	[(_, control) => control.clearRequests(), "null journal"],
];

async function follow(control: Control, signal: AbortSignal) {
	const events = (await control.follow(signal))[Symbol.asyncIterator]();
	return async (): Promise<string | undefined> => {
		const { value: event, done } = await events.next();
		if (done) return undefined;
		return event.type === "exchange"
			? `${event.entry.session} ${event.entry.operation}`
			: `${event.change.session} ${event.change.subject}`;
	};
}

export function addFollowCases(open: Open): void {
	test("streams exchanges and changes, of all sessions or of one, but no failed change", async () => {
		await using stage = await open();
		const { control } = stage;
		const mine = control.session("mine");
		const stop = new AbortController();
		const next = await follow(control, stop.signal);
		const nextOfMine = await follow(mine, stop.signal);
		for (const [act, ...seen] of ACTS) {
			await expect(control.setScenario("slwo")).rejects.toThrow();
			await act(stage, control, mine);
			for (const event of seen) {
				expect(await next()).toBe(event);
				if (!event.startsWith("default"))
					expect(await nextOfMine()).toBe(event);
			}
		}
		stop.abort();
		expect([await next(), await nextOfMine()]).toEqual([undefined, undefined]);
	});
}
