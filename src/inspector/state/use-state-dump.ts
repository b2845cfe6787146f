import { useEffect, useRef, useState } from "preact/hooks";
import type { StateDump } from "../../control/state-control.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import { errorMessage } from "../../values/error-message.ts";
import { useInspector } from "../model/use-inspector.ts";
import { createPacedLoader, type PacedLoader } from "./paced-loader.ts";

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
