import type { JournalEntry } from "../journal/entry.ts";
import type { DetailView } from "./detail-view.ts";
import type { Tools } from "./tools.ts";

/** The list of exchanges, newest first. */
export interface JournalView {
	/** Does nothing for one that is there. */
	add(entry: JournalEntry): void;
	empty(): void;
}

type CreateDetail = (
	tools: Tools,
	targetOf: (entry: JournalEntry) => string,
	onShown: (id: string | undefined) => void,
) => DetailView;

/** Sent to the page as text, so it uses nothing that stands outside of it. */
export function createJournalView(
	tools: Tools,
	createDetail: CreateDetail,
): JournalView {
	const MAX_ROWS = 500;
	const { at, box, make } = tools;
	const rows = at("rows", HTMLTableSectionElement);
	const shown = new Set<string>();

	function targetOf({ path, query }: JournalEntry): string {
		const search = new URLSearchParams(
			Object.entries(query).flatMap(([name, values]) =>
				[values].flat().map((value) => [name, value]),
			),
		);
		return search.size > 0 ? `${path}?${search}` : path;
	}
	function colourOf({ status, matched }: JournalEntry): string {
		if (status >= 500 || status === 0) return "bad";
		return status >= 400 || !matched ? "odd" : "good";
	}
	const detail = createDetail(tools, targetOf, (id) => {
		for (const row of rows.rows)
			row.classList.toggle("chosen", row.dataset.id === id);
	});

	function dropOldest(): void {
		const oldest = rows.rows[rows.rows.length - 1];
		shown.delete(oldest?.dataset.id ?? "");
		oldest?.remove();
	}

	return {
		add(entry) {
			if (shown.has(entry.id)) return;
			shown.add(entry.id);
			const row = rows.insertRow(0);
			row.dataset.id = entry.id;
			const path = make("td", "", "path mono");
			path.title = targetOf(entry);
			// What a keyboard reaches; a click anywhere in the row does the same.
			path.append(make("button", targetOf(entry)));
			const status = entry.status === 0 ? "broken" : `${entry.status}`;
			row.append(
				make("td", new Date(entry.at).toLocaleTimeString(), "faint"),
				make("td", entry.session, "faint"),
				make("td", entry.method, "mono"),
				path,
				make("td", status, colourOf(entry)),
				make("td", entry.durationMs.toFixed(1), "number"),
				make("td", entry.fault ?? "", "odd"),
			);
			row.addEventListener("click", () => detail.show(entry));
			if (rows.rows.length > MAX_ROWS) dropOldest();
			box("empty").hidden = true;
		},
		empty() {
			shown.clear();
			rows.replaceChildren();
			box("empty").hidden = false;
			detail.hide();
		},
	};
}
