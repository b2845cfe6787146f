import { expect, test } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import type { Stage, stages } from "../../support/serve-stage.ts";

type Open = (typeof stages)[string];

const FAULTS = [{ operation: "*", kind: "empty" }] as const;
type Acted = Pick<Stage, "control" | "createZap"> & { mine: Control };

/** Each act, and what followers of all sessions then read. */
const ACTS: readonly (readonly [
	act: (on: Acted) => Promise<unknown>,
	...seen: readonly string[],
])[] = [
	[
		({ control }) => control.setScenario("slow"),
		"default scenario",
		"default state",
		"default snapshots",
	],
	[
		({ control }) => control.reset({ all: true }),
		"default session",
		"null journal",
	],
	[({ mine }) => mine.clearFaults(), "mine faults"],
	[({ control }) => control.setFaults(FAULTS), "default faults"],
	[({ control }) => control.removeFault("1"), "default faults"],
	[({ createZap }) => createZap("A", "mine"), "mine createZap"],
	[({ mine }) => mine.clearForward(), "mine forward"],
	[({ control }) => control.addRecord("zaps", { name: "A" }), "default state"],
	[({ mine }) => mine.setState({}), "mine state"],
	[({ control }) => control.reset(), "default state"],
	[({ control }) => control.snapshot(), "default snapshots"],
	[({ control }) => control.restore("1"), "default state"],
	[({ mine }) => mine.clearRequests(), "mine journal"],
	[({ mine }) => mine.reset({ all: true }), "mine session", "mine journal"],
	[({ control }) => control.deleteSession("mine"), "mine session"],
	[({ control }) => control.clearRequests(), "null journal"],
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
			await act({ ...stage, mine });
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
