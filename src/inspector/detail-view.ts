import type { JournalEntry, JournalMessage } from "../journal/entry.ts";
import type { Tools } from "./tools.ts";

/** One exchange, request and response, beside the list. */
export interface DetailView {
	show(entry: JournalEntry): void;
	hide(): void;
}

/** Sent to the page as text, so it uses nothing that stands outside of it. */
export function createDetailView(
	{ box, make }: Tools,
	targetOf: (entry: JournalEntry) => string,
	/** Told which is shown; undefined for none. */
	onShown: (id: string | undefined) => void,
): DetailView {
	function message(
		name: string,
		{ headers, body, truncated }: JournalMessage,
	): HTMLElement[] {
		const lines = Object.entries(headers).map(
			([key, value]) => `${key}: ${value}`,
		);
		const text =
			typeof body === "string" ? body : JSON.stringify(body, null, 2);
		return [
			make("h3", name),
			make("pre", lines.join("\n") || "no headers"),
			...(body === null
				? []
				: [
						make("h3", `${name} body${truncated ? ", cut" : ""}`),
						make("pre", text),
					]),
		];
	}

	function hide(): void {
		box("detail").hidden = true;
		box("main").classList.remove("open");
		onShown(undefined);
	}

	return {
		hide,
		show(entry) {
			const { operation, status, durationMs, fault, nearest = [] } = entry;
			const head = make("div", "", "bar");
			const close = make("button", "Close");
			close.addEventListener("click", hide);
			const target = `${entry.method} ${targetOf(entry)}`;
			head.append(make("h2", target, "grow"), close);
			const outcome = status === 0 ? "the connection was broken" : `${status}`;
			const told = [
				`${operation ?? "No operation"}: ${outcome} after ${durationMs.toFixed(1)} ms, at ${entry.at}, in the session ${entry.session}.`,
				...(fault === null ? [] : [`Faults that struck: ${fault}.`]),
				...nearest.map(
					(near) => `It came close to ${near.operation}, but ${near.why}.`,
				),
			];
			box("detail").replaceChildren(
				head,
				...told.map((line) => make("p", line, "faint")),
				...message("Request", entry.request),
				...message("Response", entry.response),
			);
			box("detail").hidden = false;
			box("main").classList.add("open");
			onShown(entry.id);
		},
	};
}
