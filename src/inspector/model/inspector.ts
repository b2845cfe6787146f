import { computed } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import {
	DEFAULT_SESSION,
	isSessionName,
} from "../../engine/sessions/session-name.ts";
import { errorMessage } from "../../values/errors.ts";
import { createActions } from "./actions.ts";
import { createConnection } from "./connection.ts";
import { createPageJournal } from "./journal.ts";
import { createMessages } from "./messages.ts";
import {
	createResources,
	LOAD_RETRY_MS,
	type ResourceName,
	subjectsOfExchange,
} from "./resources.ts";
import { createRouter } from "./route.ts";

/** The model of the page, which all components share. */
export type Inspector = ReturnType<typeof createInspector>;

/** A keyboard shortcut of the current view. */
export interface Shortcut {
	/** As in `KeyboardEvent.key`. */
	readonly key: string;
	readonly does: string;
	run(): void;
}

/** Whether the element handles the key itself. */
const takesKeys = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement &&
	(target.isContentEditable ||
		/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
		target.closest("dialog") !== null);

/** Runs the shortcuts of the page, except while the user types, or a dialog is open. */
export function createKeys(window: Pick<Window, "addEventListener">) {
	const groups: (readonly Shortcut[])[] = [];
	/** Returns the active shortcuts of the current view. */
	const list = (): readonly Shortcut[] => [
		...new Map(
			groups.flat().map((shortcut) => [shortcut.key, shortcut]),
		).values(),
	];
	window.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (takesKeys(event.target)) return;
		const shortcut = list().find(({ key }) => key === event.key);
		if (!shortcut) return;
		event.preventDefault();
		shortcut.run();
	});
	return {
		list,
		/** Adds shortcuts; later ones take precedence. Returns a function that removes them. */
		add(shortcuts: readonly Shortcut[]): () => void {
			groups.push(shortcuts);
			return () => void groups.splice(groups.indexOf(shortcuts), 1);
		},
	};
}

/** Matches the path of the page. It may contain the base path of the mock, and the name of a session. */
const PAGE_PATH = /^(.*?)(?:\/__session\/([^/]+))?\/__mock\/?$/;

const RESTARTED =
	"The mock was started again. What it keeps in memory begins anew: requests, faults, forwarding and snapshots.";

/** Creates the model of the page in the window, and connects it to the mock that serves the page. */
export function createInspector(window: Window) {
	const { location, sessionStorage } = window;
	const [, basePath = "", named] = PAGE_PATH.exec(location.pathname) ?? [];
	const router = createRouter(window);
	const resources = createResources();
	const messages = createMessages();
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
			// Deleting or resetting a session also deletes its requests.
			if (subject === "journal" || subject === "session")
				journal.clear(session);
			if (subject === "configuration") connection.loadService();
			resources.announce([subject], session);
		},
	);
	async function load(): Promise<void> {
		await journal.load(connection.control()).catch((error) => {
			messages.fail(error);
			setTimeout(load, LOAD_RETRY_MS);
		});
	}
	const newestNumber = (): number => journal.items.peek().at(-1)?.number ?? 0;
	// A new connection may have missed exchanges, or belong to a restarted mock.
	connection.attempt.subscribe(async (attempt) => {
		if (attempt === 0) return;
		messages.clear();
		const newest = newestNumber();
		journal.clear(null);
		await load();
		if (newestNumber() < newest) messages.tell(RESTARTED);
	});
	const view = computed(() => router.route.value.view);
	view.subscribe(messages.clear);
	if (named !== undefined && !router.route.peek().query.session)
		router.go(
			{ ...router.route.peek(), query: { session: named } },
			{ replace: true },
		);
	connection.start();

	/**
	 * The selected session; undefined for all sessions. Only the journal and the assumption counts cover all sessions
	 * then. Everything else shows and changes the default session.
	 */
	const session = computed(() => {
		const { session = "" } = router.route.value.query;
		return isSessionName(session) ? session : undefined;
	});
	return {
		router,
		connection,
		journal,
		resources,
		messages,
		keys: createKeys(window),
		session,
		/** The name of the session. For all sessions, the name of the default session. */
		sessionName: computed(() => session.value ?? DEFAULT_SESSION),
		...createActions(session, connection, resources, messages),
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

/** Moves the focus to an input, and selects its text. */
export function focusInput(id: string): void {
	const input = document.getElementById(id);
	if (input instanceof HTMLInputElement) input.select();
}

/** What the resources have, by name. */
type Data<Name extends ResourceName> = Awaited<ReturnType<Control[Name]>>;

/**
 * Loads a resource; again when it changes in the session, and when the connection is back.
 * @param args the arguments of the method of the control that returns it
 */
export function useResource<Name extends ResourceName>(
	name: Name,
	...args: Parameters<Control[Name]>
) {
	const { connection, resources, session } = useInspector();
	const id = session.value;
	const key = JSON.stringify([id, ...args]);
	const attempt = connection.attempt.value;
	const [loaded, setLoaded] = useState<{
		data?: Data<Name>;
		error?: string;
		/** The session and the arguments that the data belongs to. */
		of?: string;
	}>({});
	useEffect(() => {
		if (attempt === 0) return;
		let isCurrent = true;
		const set: typeof setLoaded = (next) => isCurrent && setLoaded(next);
		const control: {
			[Each in ResourceName]: (
				...args: Parameters<Control[Each]>
			) => Promise<Data<Each>>;
		} = connection.control(id);
		const remove = resources.add(name, id, async () => {
			try {
				set({ data: await control[name](...args), of: key });
				return true;
			} catch (error) {
				set((before) => ({ ...before, error: errorMessage(error) }));
				return false;
			}
		});
		return () => {
			isCurrent = false;
			remove();
		};
	}, [connection, resources, key, attempt]);
	return {
		/** Undefined until it is loaded for the first time. */
		data: loaded.of === key ? loaded.data : undefined,
		/** What was loaded last, perhaps of another session or with other arguments. */
		last: loaded.data,
		/** Why it could not be loaded. */
		error: loaded.error,
	};
}
