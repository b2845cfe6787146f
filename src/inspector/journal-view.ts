import type { JournalEntry } from "../journal/entry.ts";
import type { createDetailView } from "./detail-view.ts";
import type { PageHelpers } from "./page-helpers.ts";

/** Shows the list of exchanges, newest first. */
export interface JournalView {
	/** Adds an entry, unless the list already has it. */
	add(entry: JournalEntry): void;
	clear(): void;
}

/** Runs in the page: its source is sent to the browser, so it can use nothing from outside of it. */
export function createJournalView(
	helpers: PageHelpers,
	createDetail: typeof createDetailView,
): JournalView {
	const MAX_ROWS = 500;
	const { element, elementOf, create } = helpers;
	const body = elementOf("rows", HTMLTableSectionElement);
	const shown = new Set<string>();

	function targetOf({ path, query }: JournalEntry): string {
		const search = new URLSearchParams(
			Object.entries(query).flatMap(([name, values]) =>
				[values].flat().map((value) => [name, value]),
			),
		);
		return search.size > 0 ? `${path}?${search}` : path;
	}
	function colorOf({ status, matched }: JournalEntry): string {
		if (status >= 500 || status === 0) return "bad";
		return status >= 400 || !matched ? "odd" : "good";
	}
	const detail = createDetail(helpers, targetOf, (id) => {
		for (const row of body.rows)
			row.classList.toggle("selected", row.dataset.id === id);
	});

	return {
		add(entry) {
			if (shown.has(entry.id)) return;
			shown.add(entry.id);
			const row = body.insertRow(0);
			row.dataset.id = entry.id;
			const path = create("td", "", "path mono");
			path.title = targetOf(entry);
			// For the keyboard; with the mouse, a click anywhere in the row does the same.
			path.append(create("button", targetOf(entry)));
			row.append(
				create("td", new Date(entry.at).toLocaleTimeString(), "faint"),
				create("td", entry.session, "faint"),
				create("td", entry.method, "mono"),
				path,
				create("td", `${entry.status || "broken"}`, colorOf(entry)),
				create("td", entry.durationMs.toFixed(1), "number"),
				create("td", entry.fault ?? "", "odd"),
			);
			row.addEventListener("click", () => detail.show(entry));
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
			detail.hide();
		},
	};
}
