import { expect } from "vitest";
import { HOST, head, OK } from "./raw-request.ts";
import { openSocket, summarize } from "./raw-socket.ts";

/** Watches over a server that must outlive what is done to it. */
export interface Survival extends Disposable {
	/** For the mock, which should never call it. */
	readonly onError: (error: unknown) => void;
	/** Fails where the mock at `url` no longer answers, or where anything went wrong inside since the last check. */
	check(url: string): Promise<void>;
}

export function watchSurvival(): Survival {
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
			const answers = await socket.answers();
			expect(answers.map(summarize)).toEqual([OK]);
			expect(errors.splice(0)).toEqual([]);
		},
		[Symbol.dispose]() {
			process.off("uncaughtException", onError);
			process.off("unhandledRejection", onError);
		},
	};
}
