import { expect } from "vitest";
import { HOST, head, OK } from "./raw-request.ts";
import { openSocket, summarize } from "./raw-socket.ts";

/** Collects errors of a server that must survive every request. */
export function watchForErrors() {
	const errors: unknown[] = [];
	const onError = (error: unknown): void => void errors.push(error);
	const events = ["uncaughtException", "unhandledRejection"];
	for (const event of events) process.on(event, onError);
	return {
		/** The `onError` of the mock, which must never be called. */
		onError,
		/** Fails if the mock at `url` does not respond, or if an error occurred since the last check. */
		async check(url: string): Promise<void> {
			await using socket = await openSocket(url);
			const { pathname } = new URL(`${url}/v1/health`);
			socket.send(head(`GET ${pathname} HTTP/1.1`, HOST));
			const responses = await socket.responses();
			expect(responses.map(summarize)).toEqual([OK]);
			expect(errors.splice(0)).toEqual([]);
		},
		[Symbol.dispose](): void {
			for (const event of events) process.off(event, onError);
		},
	};
}
