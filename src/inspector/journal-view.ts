import type { JournalEntry, JournalResponse } from "../journal/entry.ts";
import type { PageHelpers } from "./page-helpers.ts";

/** Shows the list of exchanges, newest first, and beside it the details of one. */
export interface JournalView {
	/** Adds an entry, unless the list already has it. */
	add(entry: JournalEntry): void;
	clear(): void;
}

/** Runs in the page: its source is sent to the browser, so it can use nothing from outside of it. */
export function createJournalView(
	{ element, elementOf, create }: PageHelpers,
	formatTarget: (entry: JournalEntry) => string,
): JournalView {
	const MAX_ROWS = 500;
	const body = elementOf("rows", HTMLTableSectionElement);
	const shown = new Set<string>();

	function colorOf({ status, matched }: JournalEntry): string {
		if (status >= 500 || status === 0) return "bad";
		return status >= 400 || !matched ? "odd" : "good";
	}
	/** Selects the entry with the id, or none. */
	function select(selected?: string): void {
		element("detail").hidden = selected === undefined;
		element("main").classList.toggle("open", selected !== undefined);
		for (const { classList, dataset } of body.rows)
			classList.toggle("selected", dataset.id === selected);
	}
	function describeMessage(
		name: string,
		{ headers, body, truncated }: JournalResponse,
	): HTMLElement[] {
		const lines = Object.entries(headers).map(
			([key, value]) => `${key}: ${value}`,
		);
		const parts = [
			create("h3", name),
			create("pre", lines.join("\n") || "no headers"),
		];
		if (body === null) return parts;
		const text =
			typeof body === "string" ? body : JSON.stringify(body, null, 2);
		const heading = `${name} body${truncated ? " (truncated)" : ""}`;
		return [...parts, create("h3", heading), create("pre", text)];
	}
	function showDetail(entry: JournalEntry): void {
		const { operation, status, durationMs, fault, nearest = [] } = entry;
		const { forwarded, violations = [], unchecked } = entry;
		const head = create("div", "", "bar");
		const close = create("button", "Close");
		close.addEventListener("click", () => select());
		const target = `${entry.method} ${formatTarget(entry)}`;
		head.append(create("h2", target, "grow"), close);
		const summary = [
			`${operation ?? "No operation"}: ${status || "connection broken"} after ${durationMs.toFixed(1)} ms, at ${entry.at}, in the session ${entry.session}.`,
			...(fault === null ? [] : [`Faults: ${fault}.`]),
			...(forwarded ? ["A real service responded."] : []),
			...violations.map(({ message }) => `Violation: ${message}.`),
			...(unchecked === undefined ? [] : [`Not checked: ${unchecked}`]),
			...nearest.map(
				(near) => `Near miss: ${near.operation}, but ${near.why}.`,
			),
		];
		element("detail").replaceChildren(
			head,
			...summary.map((line) => create("p", line, "faint")),
			...describeMessage("Request", entry.request),
			...describeMessage("Response", entry.response),
		);
		select(entry.id);
	}

	return {
		add(entry) {
			if (shown.has(entry.id)) return;
			shown.add(entry.id);
			const row = body.insertRow(0);
			row.dataset.id = entry.id;
			const path = create("td", "", "path mono");
			path.title = formatTarget(entry);
			// For the keyboard; with the mouse, a click anywhere in the row does the same.
			path.append(create("button", path.title));
			row.append(
				create("td", new Date(entry.at).toLocaleTimeString(), "faint"),
				create("td", entry.session, "faint"),
				create("td", entry.method, "mono"),
				path,
				create(
					"td",
					`${entry.status || "broken"}${entry.violations?.length ? " ⚠" : ""}`,
					colorOf(entry),
				),
				create("td", entry.durationMs.toFixed(1), "number"),
				create("td", entry.fault ?? "", "odd"),
			);
			row.addEventListener("click", () => showDetail(entry));
			if (body.rows.length > MAX_ROWS) {
				const oldest = body.rows[MAX_ROWS];
				shown.delete(oldest?.dataset.id ?? "");
				oldest?.remove();
			}
			element("empty").hidden = true;
		},
		clear() {
			shown.clear();
			body.replaceChildren();
			element("empty").hidden = false;
			select();
		},
	};
}
