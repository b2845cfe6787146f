import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { formatTarget, sentText } from "../../journal/to-journal-entry.ts";
import { type Inspector, useInspector } from "../model/inspector.ts";
import { Field, SubmitForm } from "../ui/form.tsx";
import {
	defineField,
	type FormValues,
	readHeaderLines,
	useForm,
} from "../ui/form-state.ts";
import { Alert, Button, Dialog } from "../ui/parts.tsx";
import { writtenHeaders } from "./copy-as.ts";
import { bodyText } from "./exchanges.ts";
import type { EntryProps } from "./findings.tsx";

/** How long to wait until the exchange of a sent request is in the journal. */
const JOURNAL_MS = 3_000;

const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/**
 * Returns the URL of a path and query of the mock.
 * @throws Error if the browser would send another path, or if the path does not belong to the service
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

const REQUIRED = { isRequired: true };
const LINE = [
	defineField("method", "Method", "text", REQUIRED),
	defineField("target", "Path and query", "text", REQUIRED),
];
const HEADERS = defineField("headers", "Headers, one per line", "headers");
const BODY = defineField("body", "Body", "json");

/** Sends a request, and goes to its exchange when the journal contains it. */
async function send(
	{ router, journal }: Inspector,
	target: string,
	init: RequestInit & { readonly method: string },
): Promise<void> {
	const last = journal.items.peek().at(-1)?.number ?? 0;
	const path = target.replace(/\?.*/s, "");
	const options = { ...init, redirect: "manual" } as const;
	// If a fault breaks the connection, the exchange shows this.
	await fetch(new Request(readTarget(target), options)).catch(() => {});
	const stop = journal.items.subscribe((items) => {
		const found = items.find(
			({ number, entry }) =>
				number > last && entry.method === init.method && entry.path === path,
		);
		if (!found) return;
		queueMicrotask(() => stop());
		router.go({ id: found.entry.id });
	});
	setTimeout(stop, JOURNAL_MS);
}

/** Sends a request again, edited or unchanged, and shows its exchange. */
export function SendAgain(props: EntryProps & { onClose(): void }) {
	const { entry, onClose } = props;
	const inspector = useInspector();
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
		form.submit([...LINE, HEADERS], async ({ method, target }) => {
			setSending(true);
			await send(inspector, String(target), {
				method: String(method).toUpperCase(),
				headers: readHeaderLines(String(values.value.headers)),
				body: String(values.value.body) || null,
			}).finally(() => setSending(false));
			onClose();
		});
	return (
		<Dialog title="Send again" closedby="closerequest" onClose={onClose}>
			<SubmitForm onSubmit={submit}>
				<div class="send-again-line">
					{LINE.map((field) => (
						<Field
							key={field.name}
							form={form}
							field={field}
							autofocus={field.name === "target" && !hasBody}
						/>
					))}
				</div>
				<Field form={form} field={HEADERS} rows={written.length + 1} />
				{hidden.length > 0 && (
					<p class="odd">
						The journal hides credentials. Replace [redacted] in{" "}
						{hidden.map(([name]) => name).join(", ")}.
					</p>
				)}
				<Field form={form} field={BODY} rows={8} autofocus={hasBody} />
				<Alert text={form.errors.rest} />
				<div class="row end">
					<Button label="Cancel" onClick={onClose} />
					<button type="submit" class="primary" disabled={isSending}>
						Send
					</button>
				</div>
			</SubmitForm>
		</Dialog>
	);
}
