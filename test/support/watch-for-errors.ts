import { expect } from "vitest";
import { HOST, head, OK } from "./raw-request.ts";
import { openSocket, summarize } from "./raw-socket.ts";

/** Collects errors of a server that must survive every request. */
export interface ErrorWatch extends Disposable {
	/** The `onError` of the mock, which must never be called. */
	readonly onError: (error: unknown) => void;
	/** Fails if the mock at `url` does not respond, or if an error occurred since the last check. */
	check(url: string): Promise<void>;
}

export function watchForErrors(): ErrorWatch {
	const errors: unknown[] = [];
	const onError = (error: unknown): void => {
		errors.push(error);
	};
	process.on("uncaughtException", onError);
	process.on("unhandledRejection", onError);
	return {
		onError,
		async check(url) {
			await using socket = await openSocket(url);
			const { pathname } = new URL(`${url}/v1/health`);
			socket.send(head(`GET ${pathname} HTTP/1.1`, HOST));
			const responses = await socket.responses();
			expect(responses.map(summarize)).toEqual([OK]);
			expect(errors.splice(0)).toEqual([]);
		},
		[Symbol.dispose]() {
			process.off("uncaughtException", onError);
			process.off("unhandledRejection", onError);
		},
	};
}
