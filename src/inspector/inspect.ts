import type { Scenarios, SessionInfo } from "../control/control.ts";
import type { LedgerEntry } from "../engine/service.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { JournalView } from "./journal-view.ts";
import type { Tools } from "./tools.ts";

/** What the page does. Sent to it as text, so it uses nothing that stands outside of it. */
export function inspect(
	{ at, box, make, act }: Tools,
	journal: JournalView,
): void {
	const sessions = at("session", HTMLSelectElement);
	const scenarios = at("scenario", HTMLSelectElement);
	let session = "";
	let source: EventSource | undefined;

	async function ask(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers();
		if (session !== "") headers.set("mock-session", session);
		if (init.body) headers.set("content-type", "application/json");
		const response = await fetch(path, { ...init, headers });
		const isStranger = response.status === 401 && path !== "login";
		if (isStranger || response.ok) {
			box("login").hidden = !isStranger;
			box("app").hidden = isStranger;
		}
		if (response.ok) return response;
		const { detail }: { detail: string } = await response.json();
		throw new Error(detail);
	}
	const read = async <Answer>(path: string): Promise<Answer> =>
		(await ask(path)).json();

	function showScenarios({ active, available }: Scenarios): void {
		scenarios.replaceChildren(
			...available.map(({ name, description }) => {
				const option = new Option(name, name, false, name === active);
				option.title = description;
				return option;
			}),
		);
	}
	async function showSessions(): Promise<void> {
		const told = await read<{ sessions: SessionInfo[] }>("sessions");
		const known = told.sessions.map(({ id }) => id);
		const ids = new Set(session === "" ? known : [...known, session]);
		sessions.replaceChildren(
			new Option("all", "", false, session === ""),
			...[...ids].map((id) => new Option(id, id, false, id === session)),
		);
	}
	async function showLedger(): Promise<void> {
		const told = await read<{ assumptions: LedgerEntry[] }>("assumptions");
		const { assumptions } = told;
		const refuted = assumptions.filter(({ status }) => status === "refuted");
		const open = assumptions.filter(({ status }) => status === "assumed");
		box("refuted").hidden = refuted.length === 0;
		box("refuted-count").textContent = `${refuted.length} REFUTED`;
		box("refuted-list").replaceChildren(
			...refuted.map(({ id, assumes }) => make("li", `${id}: ${assumes}`)),
		);
		box("unconfirmed").textContent =
			`${open.length} of ${assumptions.length} assumptions are unconfirmed`;
		box("ledger").replaceChildren(
			...open.flatMap(({ id, assumes, because }) => [
				make("dt", id),
				make("dd", `${assumes} ${because}`),
			]),
		);
	}

	async function load(): Promise<void> {
		const told = await read<{ requests: JournalEntry[] }>("requests?limit=200");
		for (const entry of told.requests.reverse()) journal.add(entry);
		showScenarios(await read<Scenarios>("scenarios"));
		await showSessions();
		await showLedger();
	}
	function say(state: string, isLive: boolean): void {
		box("state").textContent = state;
		box("state").classList.toggle("live", isLive);
	}
	function follow(): void {
		source?.close();
		source = new EventSource(
			session === "" ? "events" : `events?session=${session}`,
		);
		source.addEventListener("exchange", ({ data }) =>
			journal.add(JSON.parse(data)),
		);
		source.addEventListener("open", () => {
			say("live", true);
			// What happened while there was no connection is fetched.
			act(load);
		});
		source.addEventListener("error", () =>
			say("not connected, trying again", false),
		);
	}
	async function begin(): Promise<void> {
		await ask("health");
		journal.empty();
		follow();
	}

	sessions.addEventListener("focus", () => act(showSessions));
	sessions.addEventListener("change", () => {
		session = sessions.value;
		act(begin);
	});
	scenarios.addEventListener("change", () =>
		act(async () => {
			const body = JSON.stringify({ name: scenarios.value });
			const answer = await ask("scenario", { method: "PUT", body });
			showScenarios(await answer.json());
		}),
	);
	box("reset").addEventListener("click", () =>
		act(() => ask("reset", { method: "POST" })),
	);
	box("clear").addEventListener("click", () =>
		act(async () => {
			await ask("requests", { method: "DELETE" });
			journal.empty();
		}),
	);
	box("login").addEventListener("submit", (submitted) => {
		submitted.preventDefault();
		const token = at("token", HTMLInputElement);
		const body = JSON.stringify({ token: token.value });
		ask("login", { method: "POST", body }).then(
			() => {
				token.value = "";
				act(begin);
			},
			(error) => {
				box("denied").textContent = error.message;
			},
		);
	});
	act(begin);
}
