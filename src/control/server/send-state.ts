import { takeTurns } from "../../values/take-turns.ts";
import type { StateDump } from "../state-control.ts";

/** Adds the JSON text of each record to `parts`, in the form of `JSON.stringify`. */
function* writeRecords(state: StateDump, parts: string[]): Iterable<void> {
	let start = "{";
	for (const [name, records] of Object.entries(state)) {
		parts.push(`${start}${JSON.stringify(name)}:[`);
		start = ",";
		for (const [index, record] of records.entries()) {
			parts.push(index === 0 ? "" : ",", JSON.stringify(record));
			yield;
		}
		parts.push("]");
	}
	parts.push(start === "{" ? "{}" : "}");
}

/** How many parts are sent at once. */
const CHUNK_PARTS = 500;

const encoder = new TextEncoder();

function createStream(parts: readonly string[]): ReadableStream<Uint8Array> {
	let sent = 0;
	return new ReadableStream({
		pull(controller) {
			const chunk = parts.slice(sent, sent + CHUNK_PARTS);
			sent += CHUNK_PARTS;
			if (chunk.length === 0) controller.close();
			else controller.enqueue(encoder.encode(chunk.join("")));
		},
	});
}

/** Sends a state, which may be large, without keeping other requests waiting. */
export async function sendState(state: StateDump): Promise<Response> {
	const parts: string[] = [];
	await takeTurns(writeRecords(state, parts));
	const isShort = parts.length <= CHUNK_PARTS;
	return new Response(isShort ? parts.join("") : createStream(parts), {
		headers: { "content-type": "application/json" },
	});
}
