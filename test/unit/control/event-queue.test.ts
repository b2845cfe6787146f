import { expect, test } from "vitest";
import { createEventQueue } from "../../../src/control/event-queue.ts";
import type { Change } from "../../../src/engine/changes.ts";
import { createRecord } from "../engine/journal/create-record.ts";

/** Opens a queue whose events are texts: "a 1" is the first exchange, of session "a". */
function openQueue() {
	const { addExchange, addChange, take } = createEventQueue();
	let number = 0;
	return {
		/** Adds an exchange of a session, or a change. */
		add(session: string | null, subject?: Change["subject"], bytes = 1) {
			if (subject) return addChange({ session, subject });
			number += 1;
			const record = createRecord(`${session}`, "/");
			addExchange({ number, record, bytes });
		},
		*readAll() {
			for (let event = take(); event; event = take())
				yield "record" in event
					? `${event.record.session} ${event.number}`
					: `${event.session} ${event.subject}`;
		},
	};
}

test("keeps the order, and merges equal changes that wait", () => {
	const { add, readAll } = openQueue();
	add("a");
	add("a", "faults");
	add("a");
	add("b", "faults");
	add("a", "faults");
	expect([...readAll()]).toEqual(["a 1", "a faults", "a 2", "b faults"]);
	add("a", "faults");
	expect([...readAll()]).toEqual(["a faults"]);
});

test.each([
	[1_500, 1, 1_000],
	[70, 1_048_576, 8],
])(
	"loses no change among %i exchanges of %i bytes, of which a slow reader gets the newest %i",
	(count, bytes, kept) => {
		const { add, readAll } = openQueue();
		add("a", "faults");
		for (let sent = 0; sent < count; sent += 1) add("a", undefined, bytes);
		add("a", "state");
		const events = [...readAll()];
		expect(events.slice(0, 2)).toEqual(["a faults", `a ${count - kept + 1}`]);
		expect(events.slice(-2)).toEqual([`a ${count}`, "a state"]);
		expect(events).toHaveLength(kept + 2);
	},
);

test.each([
	["a", "session", ["b 2"]],
	["a", "journal", ["b 2"]],
	[null, "journal", []],
	["a", "state", ["a 1", "b 2"]],
] as const)("a change of %j %s keeps the exchanges %j", (session, of, kept) => {
	const { add, readAll } = openQueue();
	add("a");
	add("b");
	add(session, of);
	add("a");
	expect([...readAll()]).toEqual([...kept, `${session} ${of}`, "a 3"]);
});
