import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import { errorMessage } from "../../values/errors.ts";
import { LOAD_RETRY_MS } from "./connection.ts";
import type { Subject } from "./events.ts";
import { useInspector } from "./inspector.ts";

/** What a component shows of the mock. */
export interface Resource<Data> {
	/** Undefined until it is loaded for the first time. */
	readonly data: Data | undefined;
	/** Why it could not be loaded. */
	readonly error: string | undefined;
	reload(): void;
}

/**
 * Loads something from the mock; again when one of the subjects changes in the session, and when the connection is back.
 * @param load has to be the same function for the same thing
 */
export function useResource<Data>(
	load: (control: Control) => Promise<Data>,
	subjects: readonly Subject[],
): Resource<Data> {
	const { connection, events, session } = useInspector();
	const id = session.value;
	const attempt = connection.attempt.value;
	const [loaded, setLoaded] = useState<{
		data?: Data;
		error?: string;
		/** The session that the data belongs to. */
		of?: string | undefined;
	}>({});
	const loads = useRef({ begun: 0, shown: 0 });
	const reload = useCallback(() => {
		const { current } = loads;
		current.begun += 1;
		const number = current.begun;
		/** Ignores what arrives after the result of a later load. */
		const set: typeof setLoaded = (next) => {
			if (number < current.shown) return;
			current.shown = number;
			setLoaded(next);
		};
		load(connection.control(id)).then(
			(data) => set({ data, of: id }),
			(error) => set((before) => ({ ...before, error: errorMessage(error) })),
		);
	}, [load, connection, id]);
	const watched = subjects.join(" ");
	useEffect(() => {
		if (attempt === 0) return;
		reload();
		return events.listen(subjects, id, reload);
	}, [reload, events, id, watched, attempt]);
	useEffect(() => {
		if (loaded.error === undefined) return;
		const timer = setTimeout(reload, LOAD_RETRY_MS);
		return () => clearTimeout(timer);
	}, [loaded, reload]);
	return {
		data: loaded.of === id ? loaded.data : undefined,
		error: loaded.error,
		reload,
	};
}
