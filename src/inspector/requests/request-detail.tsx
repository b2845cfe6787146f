import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { JournalEntry, JournalResponse } from "../../journal/entry.ts";
import { formatTarget, sentText } from "../../journal/to-journal-entry.ts";
import { labelOfFault } from "../behavior/faults.ts";
import { useInspector, useKeys } from "../model/inspector.ts";
import { JsonView, useCopy } from "../ui/json-view.tsx";
import {
	Button,
	Empty,
	Pairs,
	Panel,
	type PanelNavigation,
} from "../ui/parts.tsx";
import { Ago, formatTime } from "../ui/time.tsx";
import { toCurl, toFetch, toMswHandler } from "./copy-as.ts";
import {
	assumptionsOf,
	bodyText,
	formatDuration,
	formatSize,
	formatStatus,
	nameOperation,
	toneOf,
} from "./exchanges.ts";
import {
	type EntryProps,
	NearMisses,
	Reasons,
	UsedAssumptions,
	Violations,
} from "./findings.tsx";
import { SendAgain } from "./send-again.tsx";

interface DetailProps extends PanelNavigation {
	readonly id: string;
	/** Undefined if the page does not have the exchange. */
	readonly entry: JournalEntry | undefined;
}

/** Shows everything about one exchange. */
export function RequestDetail(props: DetailProps) {
	const { id, entry } = props;
	const { journal } = useInspector();
	const missing = journal.isComplete.value ? (
		<Empty
			title={`Request ${id} is not in the journal`}
			text="It was deleted, or is too old: the mock keeps the newest requests of each session (`--journal` says how many), and this page the newest 20,000 of all."
		/>
	) : (
		<Empty title="Loading…" />
	);
	return (
		<Panel
			{...props}
			label={`Request ${id}`}
			title={entry ? `${entry.method} ${formatTarget(entry)}` : `Request ${id}`}
			badge={entry && <span class={toneOf(entry)}>{formatStatus(entry)}</span>}
		>
			{entry ? <Exchange entry={entry} /> : missing}
		</Panel>
	);
}

function Exchange({ entry }: EntryProps) {
	const [isSending, setSending] = useState(false);
	const sendAgain = () => setSending(true);
	useKeys([{ key: "s", does: "Send the request again", run: sendAgain }]);
	return (
		<>
			<div class="bar">
				<Button label="Send again…" onClick={sendAgain} />
				<CopyMenu entry={entry} />
			</div>
			<Pairs class="facts" items={listFacts(entry)} />
			<Reasons entry={entry} />
			<NearMisses entry={entry} />
			<Violations entry={entry} />
			<MessageView name="Response" message={entry.response} />
			<MessageView name="Request" message={entry.request} />
			<UsedAssumptions ids={assumptionsOf(entry)} />
			{isSending && (
				<SendAgain entry={entry} onClose={() => setSending(false)} />
			)}
		</>
	);
}

/** Copies a request as code. */
function CopyMenu({ entry }: EntryProps) {
	const copy = useCopy();
	const asCurl = () =>
		copy(toCurl(entry, location.origin), "the request as a curl command");
	const asFetch = () =>
		copy(toFetch(entry, location.origin), "the request as a call of fetch");
	const asHandler = () =>
		copy(toMswHandler(entry), "the response as a handler of MSW");
	useKeys([{ key: "c", does: "Copy the request as curl", run: asCurl }]);
	return (
		<fieldset>
			<legend>Copy as</legend>
			<Button label="curl" onClick={asCurl} />
			<Button label="fetch" onClick={asFetch} />
			<Button label="MSW handler" onClick={asHandler} />
		</fieldset>
	);
}

const sizeOf = (message: JournalEntry["request"]): string =>
	sentText(message) === undefined
		? "no body"
		: formatSize(
				Number(message.headers["content-length"]) ||
					new Blob([bodyText(message)]).size,
			);

/** Returns the facts about an exchange, each with a name. */
function listFacts(entry: JournalEntry) {
	const { fault, forwarded, unchecked, session } = entry;
	const size = `${sizeOf(entry.request)} sent, ${sizeOf(entry.response)} received`;
	const time = (
		<>
			{formatTime(entry.at)} (<Ago at={entry.at} />)
		</>
	);
	const facts: readonly (readonly [string, ComponentChildren])[] = [
		["Operation", nameOperation(entry)],
		["Responder", forwarded && "the real service"],
		["Session", session],
		["Time", time],
		["Duration", formatDuration(entry.durationMs)],
		["Size", size],
		["Fault", fault?.split(", ").map(labelOfFault).join(", ")],
		["Prefer", entry.response.headers["preference-applied"]],
		["Not checked", unchecked],
	];
	return facts.filter(([, value]) => value);
}

interface MessageProps {
	readonly name: string;
	readonly message: JournalResponse;
}

/** Shows the body and the headers of a request or a response. */
function MessageView({ name, message }: MessageProps) {
	const { headers, body, truncated } = message;
	const text = bodyText(message);
	return (
		<section class="stack snug" aria-label={name}>
			<JsonView
				value={body}
				text={text}
				copies={`the body of the ${name.toLowerCase()}`}
			>
				<h3>
					{name} body
					{truncated && <span class="odd"> (cut at 64 KiB)</span>}
				</h3>
			</JsonView>
			{text === "" && <p class="faint">No body</p>}
			<details>
				<summary>
					{name} headers ({Object.keys(headers).length})
				</summary>
				<Pairs class="pairs mono" items={Object.entries(headers)} />
			</details>
		</section>
	);
}
