/** Loads again and again, without keeping the mock or the page busy. */
export interface PacedLoader {
	/** Loads soon: after the current load, and after a rest that is longer than the load took. */
	request(): void;
	/** Loads at once, or right after the current load. Resolves when that is done. */
	now(): Promise<void>;
	stop(): void;
}

/** The mock copies all records for a load, and the page parses them: rest ten times as long. */
const REST_FACTOR = 10;
const MAX_REST_MS = 10_000;

/** @param load never rejects */
export function createPacedLoader(load: () => Promise<void>): PacedLoader {
	let current: Promise<void> | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isDue = false;
	let isStopped = false;
	async function run(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		isDue = false;
		const start = performance.now();
		await load();
		current = undefined;
		if (isStopped) return;
		clearTimeout(timer);
		timer = setTimeout(
			() => {
				timer = undefined;
				if (isDue) begin();
			},
			Math.min(MAX_REST_MS, (performance.now() - start) * REST_FACTOR),
		);
	}
	function begin(): Promise<void> {
		current = run();
		return current;
	}
	return {
		request() {
			if (current || timer !== undefined) isDue = true;
			else begin();
		},
		async now() {
			while (current) await current;
			if (!isStopped) await begin();
		},
		stop() {
			isStopped = true;
			clearTimeout(timer);
		},
	};
}
