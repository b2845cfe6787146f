import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { sentText } from "../../journal/body-view.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/format-target.ts";
import { useInspector } from "../model/inspector.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, useForm } from "../ui/form.tsx";
import {
	type FormField,
	type FormValues,
	readHeaderLines,
} from "../ui/read-form.ts";
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

const METHOD: FormField = {
	name: "method",
	label: "Method",
	type: "text",
	isRequired: true,
};
const TARGET: FormField = {
	name: "target",
	label: "Path and query",
	type: "text",
	isRequired: true,
};
const HEADERS: FormField = {
	name: "headers",
	label: "Headers, one per line",
	type: "headers",
};
const BODY: FormField = { name: "body", label: "Body", type: "json" };

/** Returns a function that sends a request, and then goes to its exchange. */
function useSend() {
	const { router, journal } = useInspector();
	function showExchange(after: number, method: string, path: string): void {
		const stop = journal.items.subscribe((items) => {
			const found = items.find(
				({ number, entry }) =>
					number > after && entry.method === method && entry.path === path,
			);
			if (!found) return;
			queueMicrotask(() => stop());
			router.go({ id: found.entry.id });
		});
		setTimeout(stop, JOURNAL_MS);
	}
	return async (values: FormValues): Promise<void> => {
		const method = String(values.method).toUpperCase().trim();
		const target = String(values.target).trim();
		const read = readHeaderLines(String(values.headers));
		if ("error" in read) throw new Error(read.error);
		const last = journal.items.peek().at(-1)?.number ?? 0;
		const request = new Request(readTarget(target), {
			method,
			headers: read.headers,
			body: values.body ? String(values.body) : null,
			redirect: "manual",
		});
		// If a fault breaks the connection, its exchange says so.
		await fetch(request).catch(() => {});
		showExchange(last, method, target.replace(/\?.*/s, ""));
	};
}

/** Sends a request once more, edited or not, and shows its exchange. */
export function SendAgain({
	entry,
	onClose,
}: {
	readonly entry: JournalEntry;
	onClose(): void;
}) {
	const send = useSend();
	const written = Object.entries(writtenHeaders(entry));
	const hidden = written.filter(([, value]) => value.includes("[redacted]"));
	const hasBody = sentText(entry.request) !== undefined;
	const values = useSignal<FormValues>({
		method: entry.method,
		target: formatTarget(entry),
		headers: written.map(([name, value]) => `${name}: ${value}`).join("\n"),
		body: bodyText(entry.request),
	});
	const form = useForm(values);
	const [isSending, setSending] = useState(false);

	const submit = () =>
		form.submit([METHOD, TARGET, HEADERS], async () => {
			setSending(true);
			await send(values.value).finally(() => setSending(false));
			onClose();
		});
	return (
		<Dialog title="Send again" closedby="closerequest" onClose={onClose}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					submit();
				}}
				onKeyDown={({ key, ctrlKey, metaKey }) => {
					if (key === "Enter" && (ctrlKey || metaKey)) submit();
				}}
			>
				<div class="send-again-line">
					<Field form={form} field={METHOD} />
					<Field form={form} field={TARGET} autofocus={!hasBody} />
				</div>
				<Field form={form} field={HEADERS} rows={written.length + 1} />
				{hidden.length > 0 && (
					<p class="odd">
						The journal hides credentials. Replace [redacted] in{" "}
						{hidden.map(([name]) => name).join(", ")}.
					</p>
				)}
				<Field form={form} field={BODY} rows={8} autofocus={hasBody} />
				<p class="error" role="alert">
					{form.errors.rest}
				</p>
				<div class="row end">
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
