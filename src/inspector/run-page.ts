import type { Scenarios, SessionInfo } from "../control/control.ts";
import type { LedgerEntry } from "../engine/service.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { JournalView } from "./journal-view.ts";
import type { PageHelpers } from "./page-helpers.ts";

/**
 * Connects the elements of the page to the control API. Runs in the page: its source is sent to the browser, so it can
 * use nothing from outside of it.
 */
export function runPage(
	{ element, elementOf, create, attempt }: PageHelpers,
	journal: JournalView,
): void {
	const sessions = elementOf("session", HTMLSelectElement);
	const scenarios = elementOf("scenario", HTMLSelectElement);
	const TOKEN_KEY = "understudy-token";
	let token = sessionStorage.getItem(TOKEN_KEY);
	let session = "";
	let connection = new AbortController();

	async function send(
		method: string,
		path: string,
		body?: object,
		signal: AbortSignal | null = null,
	) {
		const response = await fetch(path, {
			method,
			signal,
			headers: {
				...(token && { authorization: `Bearer ${token}` }),
				...(session && { "mock-session": session }),
				...(body && { "content-type": "application/json" }),
			},
			body: body ? JSON.stringify(body) : null,
		});
		const needsLogin = response.status === 401;
		if (needsLogin) connection.abort();
		if (needsLogin || response.ok) {
			element("login").hidden = !needsLogin;
			element("app").hidden = needsLogin;
		}
		if (response.ok) return response;
		const { detail }: { detail: string } = await response.json();
		throw new Error(detail);
	}
	const read = async <Body>(path: string): Promise<Body> =>
		(await send("GET", path)).json();

	function showScenarios({ active, available }: Scenarios): void {
		scenarios.replaceChildren(
			...available.map(({ name, description }) => {
				const option = new Option(name, name, false, name === active);
				option.title = description;
				return option;
			}),
		);
	}
	async function loadSessions(): Promise<void> {
		const body = await read<{ sessions: SessionInfo[] }>("sessions");
		const ids = new Set([...body.sessions.map(({ id }) => id), session]);
		ids.delete("");
		sessions.replaceChildren(
			new Option("all", "", false, session === ""),
			...[...ids].map((id) => new Option(id, id, false, id === session)),
		);
	}
	async function loadLedger(): Promise<void> {
		const body = await read<{ assumptions: LedgerEntry[] }>("assumptions");
		const refuted = body.assumptions.filter(
			({ status }) => status === "refuted",
		);
		const open = body.assumptions.filter(({ status }) => status === "assumed");
		element("refuted").hidden = refuted.length === 0;
		element("refuted-count").textContent = `${refuted.length} REFUTED`;
		element("refuted-list").replaceChildren(
			...refuted.map(({ id, assumes }) => create("li", `${id}: ${assumes}`)),
		);
		element("unconfirmed").textContent =
			`${open.length} of ${body.assumptions.length} assumptions are unconfirmed`;
		element("ledger").replaceChildren(
			...open.flatMap(({ id, assumes, because }) => [
				create("dt", id),
				create("dd", `${assumes} ${because}`),
			]),
		);
	}

	async function load(): Promise<void> {
		const body = await read<{ requests: JournalEntry[] }>("requests?limit=200");
		for (const entry of body.requests.reverse()) journal.add(entry);
		showScenarios(await read("scenarios"));
		await loadSessions();
		await loadLedger();
	}
	function showConnection(text: string, isLive: boolean): void {
		element("state").textContent = text;
		element("state").classList.toggle("live", isLive);
	}
	/** Shows new exchanges until the connection ends. Not an EventSource, which cannot send the token. */
	async function follow(signal: AbortSignal): Promise<void> {
		const { body } = await send("GET", "events", undefined, signal);
		showConnection("live", true);
		// Also loads the exchanges that happened while the connection was down.
		attempt(load);
		const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
		let rest = "";
		for (;;) {
			const read = await reader?.read();
			if (!read || read.done) return;
			const events = (rest + read.value).split("\n\n");
			rest = events.pop() ?? "";
			for (const event of events) {
				const [, data] = /^data: (.*)$/m.exec(event) ?? [];
				if (data !== undefined) journal.add(JSON.parse(data));
			}
		}
	}
	async function reconnect(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await follow(signal).catch(() => {});
			if (signal.aborted) return;
			showConnection("disconnected, reconnecting", false);
			await new Promise((resolve) => setTimeout(resolve, 1_000));
		}
	}
	async function start(): Promise<void> {
		await send("GET", "health");
		journal.clear();
		connection.abort();
		connection = new AbortController();
		reconnect(connection.signal);
	}

	const on = (target: HTMLElement, type: string, action: () => unknown): void =>
		target.addEventListener(type, () => attempt(action));
	on(sessions, "focus", loadSessions);
	on(sessions, "change", () => {
		session = sessions.value;
		return start();
	});
	on(scenarios, "change", async () => {
		const name = scenarios.value;
		showScenarios(await (await send("PUT", "scenario", { name })).json());
	});
	on(element("reset"), "click", () => send("POST", "reset"));
	on(element("clear"), "click", async () => {
		await send("DELETE", "requests");
		journal.clear();
	});
	element("login").addEventListener("submit", (event) => {
		event.preventDefault();
		const input = elementOf("token", HTMLInputElement);
		token = input.value;
		start().then(
			() => {
				input.value = "";
				// For this tab only: a cookie would be sent for other pages too.
				sessionStorage.setItem(TOKEN_KEY, token ?? "");
			},
			(error) => {
				element("denied").textContent = error.message;
			},
		);
	});
	attempt(start);
}
