export interface Sweep {
	start(): void;
	stop(): void;
}

/** Creates a timer that calls `run` every `ms` milliseconds once it is started. It does not keep the process alive. */
export function createSweep(run: () => void, ms: number): Sweep {
	let timer: ReturnType<typeof setInterval> | undefined;
	return {
		start() {
			timer ??= setInterval(run, ms);
			// In a browser it is a number.
			if (typeof timer === "object") timer.unref();
		},
		stop() {
			clearInterval(timer);
			timer = undefined;
		},
	};
}
