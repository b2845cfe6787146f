import { useState } from "preact/hooks";
import { sentText } from "../../journal/body-view.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/format-target.ts";
import { errorMessage } from "../../values/error-message.ts";
import { useInspector } from "../model/inspector.ts";
import { Dialog } from "../ui/dialog.tsx";
import { readHeaderLines } from "../ui/read-form.ts";
import { writtenHeaders } from "./copy-as.ts";
import { bodyText } from "./format.ts";

/** How long to wait for the exchange of a request that was sent. */
const JOURNAL_MS = 3_000;

const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/**
 * Returns the URL of a path and query of the mock.
 * @throws Error if the browser would send another path, or the path is not one of the service
 */
function readTarget(target: string): URL {
	const url = new URL(target, location.origin);
	if (!target.startsWith("/") || url.origin !== location.origin)
		throw new Error(
			`"${target}" is not a path of this mock. Begin it with one slash, like /v1/zaps.`,
		);
	if (DOT_SEGMENT.test(target.replace(/\?.*/s, "")))
		throw new Error(
			`Browsers would send ${url.pathname} instead of this path. Copy the request as curl, which sends it as it is.`,
		);
	if (url.pathname.includes("/__mock"))
		throw new Error(
			"This page sends no requests to the control API. Use its views, or curl.",
		);
	return url;
}

/** Sends a request once more, edited or not, and shows its exchange. */
export function SendAgain({
	entry,
	onClose,
}: {
	readonly entry: JournalEntry;
	onClose(): void;
}) {
	const { router, journal } = useInspector();
	const [error, setError] = useState("");
	const [isSending, setIsSending] = useState(false);

	/** Goes to the first exchange after the given one that is of the request. */
	function showExchange(after: number, method: string, target: string): void {
		const [path] = target.split("?");
		const stop = journal.items.subscribe((items) => {
			const found = items.find(
				(item) =>
					item.number > after &&
					item.entry.method === method &&
					item.entry.path === path,
			);
			if (!found) return;
			queueMicrotask(() => stop());
			router.go({ id: found.entry.id });
		});
		setTimeout(stop, JOURNAL_MS);
	}

	async function send(form: FormData): Promise<void> {
		const method = String(form.get("method")).toUpperCase().trim();
		const target = String(form.get("target")).trim();
		const body = String(form.get("body"));
		const last = journal.items.peek().at(-1)?.number ?? 0;
		setError("");
		setIsSending(true);
		try {
			const read = readHeaderLines(String(form.get("headers")));
			if ("invalid" in read)
				throw new Error(
					`"${read.invalid}" is not a header. Write one as "name: value".`,
				);
			const request = new Request(readTarget(target), {
				method,
				headers: read.headers,
				body: body === "" ? null : body,
				redirect: "manual",
			});
			// If a fault breaks the connection, its exchange says so.
			await fetch(request).catch(() => {});
			showExchange(last, method, target);
			onClose();
		} catch (reason) {
			setError(errorMessage(reason));
			setIsSending(false);
		}
	}

	const headers = Object.entries(writtenHeaders(entry));
	const redacted = headers.filter(([, value]) => value.includes("[redacted]"));
	const { request } = entry;
	const hasBody = sentText(request) !== undefined;
	return (
		<Dialog title="Send again" closedby="closerequest" onClose={onClose}>
			<form
				class="send-again"
				onSubmit={(event) => {
					event.preventDefault();
					send(new FormData(event.currentTarget));
				}}
				onKeyDown={(event) => {
					if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
						event.currentTarget.requestSubmit();
				}}
			>
				<div class="send-again-line">
					<label class="field">
						<span class="label">Method</span>
						<input name="method" defaultValue={entry.method} required />
					</label>
					<label class="field grow">
						<span class="label">Path and query</span>
						<input
							name="target"
							class="mono"
							autofocus={!hasBody}
							defaultValue={formatTarget(entry)}
							required
						/>
					</label>
				</div>
				<label class="field">
					<span class="label">Headers, one per line</span>
					<textarea
						name="headers"
						rows={Math.max(2, headers.length + 1)}
						spellcheck={false}
						defaultValue={headers
							.map(([name, value]) => `${name}: ${value}`)
							.join("\n")}
					/>
				</label>
				{redacted.length > 0 && (
					<p class="odd">
						The journal hides credentials. Replace [redacted] in{" "}
						{redacted.map(([name]) => name).join(", ")}.
					</p>
				)}
				<label class="field">
					<span class="label">Body</span>
					<textarea
						name="body"
						autofocus={hasBody}
						rows={8}
						spellcheck={false}
						defaultValue={bodyText(request)}
					/>
				</label>
				<p class="error" role="alert">
					{error}
				</p>
				<div class="buttons end">
					<button type="button" onClick={onClose}>
						Cancel
					</button>
					<button type="submit" class="primary" disabled={isSending}>
						Send
					</button>
				</div>
			</form>
		</Dialog>
	);
}
