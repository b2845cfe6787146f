import { useEffect, useRef, useState } from "preact/hooks";
import type { StateDump } from "../../control/state-control.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import { errorMessage } from "../../values/errors.ts";
import { useInspector } from "../model/inspector.ts";

/** The state of the session that is shown. */
export interface LoadedState {
	/** Undefined until it is loaded for the first time. */
	readonly state: StateDump | undefined;
	/** Why it could not be loaded. */
	readonly error: string | undefined;
	/** Loads the state at once, after an action of the user. */
	reload(): Promise<void>;
}

/** Loads the state, and again when it changes. Large states are loaded less often. */
export function useStateDump(): LoadedState {
	const { connection, events, session } = useInspector();
	const id = session.value;
	const attempt = connection.attempt.value;
	const [loaded, setLoaded] = useState<{
		readonly state?: StateDump;
		readonly error?: string;
		readonly of?: string | undefined;
	}>({});
	const loader = useRef<PacedLoader | undefined>(undefined);
	useEffect(() => {
		if (attempt === 0) return;
		let isCurrent = true;
		const paced = createPacedLoader(async () => {
			try {
				const state = await connection.control(id).state();
				if (isCurrent) setLoaded({ state, of: id });
			} catch (error) {
				if (!isCurrent) return;
				setLoaded((before) => ({ ...before, error: errorMessage(error) }));
			}
		});
		loader.current = paced;
		paced.request();
		const unlisten = events.listen(
			["state", "session"],
			id ?? DEFAULT_SESSION,
			paced.request,
		);
		return () => {
			isCurrent = false;
			unlisten();
			paced.stop();
		};
	}, [connection, events, id, attempt]);
	return {
		state: loaded.of === id ? loaded.state : undefined,
		error: loaded.error,
		reload: async () => loader.current?.now(),
	};
}

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
