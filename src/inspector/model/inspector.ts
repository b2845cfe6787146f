import { computed, type ReadonlySignal } from "@preact/signals";
import { type Context, createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import { isSessionName } from "../../engine/sessions/session-name.ts";
import {
	type Connection,
	createConnection,
	LOAD_RETRY_MS,
} from "./connection.ts";
import {
	ALL_SUBJECTS,
	createEvents,
	type Events,
	subjectsOfExchange,
} from "./events.ts";
import { createPageJournal, type PageJournal } from "./journal.ts";
import { createKeys, type Keys, type Shortcut } from "./keys.ts";
import {
	createDialogs,
	createNotices,
	type Dialogs,
	type Notices,
	type Question,
} from "./messages.ts";
import { createRouter, type Router } from "./route.ts";

/** The model of the page: all that its components share. */
export interface Inspector {
	readonly router: Router;
	readonly connection: Connection;
	readonly journal: PageJournal;
	readonly events: Events;
	readonly notices: Notices;
	readonly dialogs: Dialogs;
	readonly keys: Keys;
	/** The session to show and change; undefined for all sessions, which means the default one for all but the journal and the assumptions used. */
	readonly session: ReadonlySignal<string | undefined>;
	/**
	 * Runs an action of the user, after the question if there is one, and shows the notice `done`, or why it failed. Resolves
	 * to whether it succeeded; to false too if the user cancels.
	 */
	run(
		action: () => Promise<unknown>,
		done?: string,
		question?: Question,
	): Promise<boolean>;
}

/** The path of the page, whose mock may have a base path, and whose address may name a session. */
const PAGE_PATH = /^(.*?)(?:\/__session\/([^/]+))?\/__mock\/?$/;

const RESTARTED =
	"The mock was started again. What it keeps in memory begins anew: requests, faults, forwarding and snapshots.";

const newestNumber = ({ items }: PageJournal): number =>
	items.peek().at(-1)?.number ?? 0;

/** Creates the model of the page in the window, and connects it to the mock that serves the page. */
export function createInspector(window: Window): Inspector {
	const { location, sessionStorage } = window;
	const [, basePath = "", named] = PAGE_PATH.exec(location.pathname) ?? [];
	const router = createRouter(window);
	const events = createEvents();
	const notices = createNotices();
	const dialogs = createDialogs();
	const journal = createPageJournal(load);
	const connection = createConnection(
		location.origin + basePath,
		sessionStorage,
		(event) => {
			if (event.type === "exchange") {
				journal.add(event.entry);
				events.emit(subjectsOfExchange(event.entry), event.entry.session);
				return;
			}
			const { subject, session } = event.change;
			// A session that was deleted or reset has no requests either.
			if (subject === "journal" || subject === "session")
				journal.clear(session);
			events.emit(subject === "session" ? ALL_SUBJECTS : [subject], session);
		},
	);
	async function load(): Promise<void> {
		await journal.load(connection.control()).catch((error) => {
			notices.fail(error);
			setTimeout(load, LOAD_RETRY_MS);
		});
	}
	// Each new connection may have missed exchanges, or be to a mock that was started again.
	connection.attempt.subscribe(async (attempt) => {
		if (attempt === 0) return;
		notices.clear();
		const newest = newestNumber(journal);
		journal.clear(null);
		await load();
		if (newestNumber(journal) < newest) notices.tell(RESTARTED);
	});
	const view = computed(() => router.route.value.view);
	view.subscribe(notices.clear);
	if (named !== undefined && !router.route.peek().query.session)
		router.go(
			{ ...router.route.peek(), query: { session: named } },
			{ replace: true },
		);
	connection.start();

	return {
		router,
		connection,
		journal,
		events,
		notices,
		dialogs,
		keys: createKeys(window),
		session: computed(() => {
			const { session = "" } = router.route.value.query;
			return isSessionName(session) ? session : undefined;
		}),
		async run(action, done, question) {
			if (question && !(await dialogs.confirm(question))) return false;
			try {
				await action();
				if (done !== undefined) notices.tell(done);
				return true;
			} catch (error) {
				notices.fail(error);
				return false;
			}
		},
	};
}

export const InspectorContext: Context<Inspector | undefined> = createContext<
	Inspector | undefined
>(undefined);

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
