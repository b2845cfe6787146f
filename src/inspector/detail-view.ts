import type { JournalEntry, JournalMessage } from "../journal/entry.ts";
import type { PageHelpers } from "./page-helpers.ts";

/** Shows one exchange, request and response, beside the journal. */
export interface DetailView {
	show(entry: JournalEntry): void;
	hide(): void;
}

/**
 * Runs in the page: its source is sent to the browser, so it can use nothing from outside of it.
 * @param onChange called with the id of the shown entry, or undefined
 */
export function createDetailView(
	{ element, create }: PageHelpers,
	targetOf: (entry: JournalEntry) => string,
	onChange: (id: string | undefined) => void,
): DetailView {
	function message(
		name: string,
		{ headers, body, truncated }: JournalMessage,
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
	function toggle(id?: string): void {
		element("detail").hidden = id === undefined;
		element("main").classList.toggle("open", id !== undefined);
		onChange(id);
	}
	const hide = (): void => toggle();

	return {
		hide,
		show(entry) {
			const { operation, status, durationMs, fault, nearest = [] } = entry;
			const head = create("div", "", "bar");
			const close = create("button", "Close");
			close.addEventListener("click", hide);
			const target = `${entry.method} ${targetOf(entry)}`;
			head.append(create("h2", target, "grow"), close);
			const summary = [
				`${operation ?? "No operation"}: ${status || "connection broken"} after ${durationMs.toFixed(1)} ms, at ${entry.at}, in the session ${entry.session}.`,
				...(fault === null ? [] : [`Faults: ${fault}.`]),
				...nearest.map(
					(near) => `Near miss: ${near.operation}, but ${near.why}.`,
				),
			];
			element("detail").replaceChildren(
				head,
				...summary.map((line) => create("p", line, "faint")),
				...message("Request", entry.request),
				...message("Response", entry.response),
			);
			toggle(entry.id);
		},
	};
}
