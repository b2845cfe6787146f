import { expect, test } from "vitest";
import {
	createEventQueue,
	createEventQueues,
} from "../../../src/control/event-queue.ts";
import type { Change } from "../../../src/engine/changes.ts";
import { createRecord } from "../engine/journal/create-record.ts";

/** Opens a queue whose events are texts: "a 1" is the first exchange, of session "a". */
function openQueue(queues = createEventQueues()) {
	const { addExchange, addChange, take, close } = createEventQueue(queues);
	let number = 0;
	return {
		close,
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

test("turns too many changes of single sessions into changes of all sessions", () => {
	const { add, readAll } = openQueue();
	for (let index = 0; index < 1_000; index += 1) {
		add(`s${index}`, "state");
		if (index === 0) add("s0", "faults");
	}
	expect([...readAll()]).toEqual(["null state", "null faults"]);
});

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

test("above the size that all queues share, the largest one loses its oldest exchanges, and no change", () => {
	const queues = createEventQueues(10);
	const [paused, closed, late] = Array.from({ length: 3 }, () =>
		openQueue(queues),
	);
	paused?.add("a", "faults");
	for (let count = 0; count < 3; count += 1) paused?.add("a", undefined, 2);
	closed?.add("b", undefined, 4);
	late?.add("c", undefined, 3);
	late?.add("c", undefined, 1);
	expect(queues.bytes).toBe(10);
	expect([...(paused?.readAll() ?? [])]).toEqual(["a faults", "a 3"]);
	closed?.close();
	expect(queues.bytes).toBe(4);
	paused?.add("a", undefined, 6);
	expect([...(paused?.readAll() ?? [])]).toEqual(["a 4"]);
	expect([...(closed?.readAll() ?? [])]).toEqual([]);
	expect([...(late?.readAll() ?? [])]).toEqual(["c 1", "c 2"]);
	expect(queues).toMatchObject({ bytes: 0, open: { size: 2 } });
});
