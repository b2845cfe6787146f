import { computed } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import {
	DEFAULT_SESSION,
	isSessionName,
} from "../../engine/sessions/session-name.ts";
import { errorMessage } from "../../values/errors.ts";
import { createConnection } from "./connection.ts";
import { createPageJournal } from "./journal.ts";
import { createKeys, type Shortcut } from "./keys.ts";
import { createDialogs, createNotices, type Question } from "./messages.ts";
import {
	createResources,
	LOAD_RETRY_MS,
	type Subject,
	subjectsOfExchange,
} from "./resources.ts";
import { createRouter } from "./route.ts";

/** The model of the page: all that its components share. */
export type Inspector = ReturnType<typeof createInspector>;

/** The path of the page, whose mock may have a base path, and whose address may name a session. */
const PAGE_PATH = /^(.*?)(?:\/__session\/([^/]+))?\/__mock\/?$/;

const RESTARTED =
	"The mock was started again. What it keeps in memory begins anew: requests, faults, forwarding and snapshots.";

/** Creates the model of the page in the window, and connects it to the mock that serves the page. */
export function createInspector(window: Window) {
	const { location, sessionStorage } = window;
	const [, basePath = "", named] = PAGE_PATH.exec(location.pathname) ?? [];
	const router = createRouter(window);
	const resources = createResources();
	const notices = createNotices();
	const dialogs = createDialogs();
	const journal = createPageJournal(load);
	const connection = createConnection(
		location.origin + basePath,
		sessionStorage,
		(event) => {
			if (event.type === "exchange") {
				const { entry } = event;
				journal.add(entry);
				resources.announce(subjectsOfExchange(entry), entry.session);
				return;
			}
			const { subject, session } = event.change;
			// A session that was deleted or reset has no requests either.
			if (subject === "journal" || subject === "session")
				journal.clear(session);
			resources.announce([subject], session);
		},
	);
	async function load(): Promise<void> {
		await journal.load(connection.control()).catch((error) => {
			notices.fail(error);
			setTimeout(load, LOAD_RETRY_MS);
		});
	}
	const newestNumber = (): number => journal.items.peek().at(-1)?.number ?? 0;
	// Each new connection may have missed exchanges, or be to a mock that was started again.
	connection.attempt.subscribe(async (attempt) => {
		if (attempt === 0) return;
		notices.clear();
		const newest = newestNumber();
		journal.clear(null);
		await load();
		if (newestNumber() < newest) notices.tell(RESTARTED);
	});
	const view = computed(() => router.route.value.view);
	view.subscribe(notices.clear);
	if (named !== undefined && !router.route.peek().query.session)
		router.go(
			{ ...router.route.peek(), query: { session: named } },
			{ replace: true },
		);
	connection.start();

	/** The session to show and change; undefined for all sessions, which means the default one for all but the journal and the assumptions used. */
	const session = computed(() => {
		const { session = "" } = router.route.value.query;
		return isSessionName(session) ? session : undefined;
	});
	/** Runs an action of the user, and shows why it failed. Resolves to whether it succeeded. */
	async function attempt(action: () => Promise<unknown>): Promise<boolean> {
		try {
			await action();
			return true;
		} catch (error) {
			notices.fail(error);
			return false;
		}
	}
	/**
	 * Changes the session, says that it is done, and loads what the page shows.
	 * @throws what the action throws
	 */
	async function change<Result>(
		action: (control: Control) => Promise<Result>,
		done?: string,
	): Promise<Result> {
		try {
			const result = await action(connection.control(session.peek()));
			if (done !== undefined) notices.tell(done);
			return result;
		} finally {
			await resources.reload();
		}
	}
	return {
		router,
		connection,
		journal,
		resources,
		notices,
		dialogs,
		keys: createKeys(window),
		session,
		/** The session, where all sessions means the default one. */
		sessionName: computed(() => session.value ?? DEFAULT_SESSION),
		attempt,
		change,
		/**
		 * Does the same after the question, if there is one, but shows why it failed. Resolves to whether it succeeded; to
		 * false too if the user cancels.
		 */
		run: async (
			action: (control: Control) => Promise<unknown>,
			done: string,
			question?: Question,
		): Promise<boolean> =>
			(!question || (await dialogs.confirm(question))) &&
			attempt(() => change(action, done)),
	};
}

export const InspectorContext = createContext<Inspector | undefined>(undefined);

/** Returns the model of the page. */
export function useInspector(): Inspector {
	const inspector = useContext(InspectorContext);
	if (!inspector)
		throw new Error("The component is not in an InspectorContext.");
	return inspector;
}

/** Adds shortcuts while the component is shown. */
export function useKeys(shortcuts: readonly Shortcut[]): void {
	const { keys } = useInspector();
	useLayoutEffect(() => keys.add(shortcuts));
}

/** What a component shows of the mock. */
export interface Resource<Data> {
	/** Undefined until it is loaded for the first time. */
	readonly data: Data | undefined;
	/** Why it could not be loaded. */
	readonly error: string | undefined;
}

/**
 * Loads something from the mock; again when one of the subjects changes in the session, and when the connection is back.
 * Where the page shows all sessions, the subjects tell whether this means all or the default one.
 */
export function useResource<Data>(
	load: (control: Control) => Promise<Data>,
	...subjects: readonly Subject[]
): Resource<Data> {
	const { connection, resources, session } = useInspector();
	const id = session.value;
	const attempt = connection.attempt.value;
	const [loaded, setLoaded] = useState<{
		data?: Data;
		error?: string;
		/** The session that the data belongs to. */
		of?: string | undefined;
	}>({});
	useEffect(() => {
		if (attempt === 0) return;
		let isCurrent = true;
		const set: typeof setLoaded = (next) => isCurrent && setLoaded(next);
		const ofAll = subjects.includes("used-assumptions");
		const end = resources.add(
			subjects,
			id ?? (ofAll ? undefined : DEFAULT_SESSION),
			() =>
				load(connection.control(id)).then(
					(data) => {
						set({ data, of: id });
						return true;
					},
					(error) => {
						set((before) => ({ ...before, error: errorMessage(error) }));
						return false;
					},
				),
		);
		return () => {
			isCurrent = false;
			end();
		};
	}, [connection, resources, id, attempt]);
	const data = loaded.of === id ? loaded.data : undefined;
	return { data, error: loaded.error };
}
