import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { sentText } from "../../journal/body-view.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/format-target.ts";
import { labelOfFault } from "../behavior/fault-fields.ts";
import { useInspector, useKeys } from "../model/inspector.ts";
import { Empty, IconButton } from "../ui/parts.tsx";
import { CopyMenu } from "./copy-menu.tsx";
import { assumptionsOf } from "./filter.ts";
import {
	bodyText,
	formatDuration,
	formatSize,
	formatStatus,
	formatTime,
	reasonsOf,
	toneOf,
} from "./format.ts";
import { MessageView } from "./message-view.tsx";
import { NearMisses } from "./near-misses.tsx";
import { SendAgain } from "./send-again.tsx";
import { AssumptionLinks, UsedAssumptions } from "./used-assumptions.tsx";

/** Shows everything about one exchange. */
export function RequestDetail({
	id,
	entry,
	onClose,
	onNext,
	onPrevious,
}: {
	readonly id: string;
	/** Undefined if the page does not have it. */
	readonly entry: JournalEntry | undefined;
	onClose(): void;
	/** Undefined for the last one of the list. */
	readonly onNext: (() => void) | undefined;
	readonly onPrevious: (() => void) | undefined;
}) {
	return (
		<aside class="detail" aria-label={`Request ${id}`}>
			<div class="detail-bar row">
				<IconButton label="Previous (k)" text="↑" onClick={onPrevious} />
				<IconButton label="Next (j)" text="↓" onClick={onNext} />
				<span class="grow" />
				<IconButton label="Close (Esc)" text="✕" onClick={onClose} />
			</div>
			{entry ? <Exchange entry={entry} /> : <Missing id={id} />}
		</aside>
	);
}

function Missing({ id }: { readonly id: string }) {
	const { journal } = useInspector();
	if (!journal.isComplete.value) return <Empty title="Loading…" />;
	return (
		<Empty title={`Request ${id} is not in the journal`}>
			<p>
				It was deleted, or is too old: the mock keeps the newest requests of
				each session (<code>--journal</code> says how many), and this page the
				newest 20,000 of all.
			</p>
		</Empty>
	);
}

function Exchange({ entry }: { readonly entry: JournalEntry }) {
	const [isSending, setSending] = useState(false);
	const sendAgain = () => setSending(true);
	useKeys([{ key: "s", does: "Send the request again", run: sendAgain }]);
	return (
		<div class="detail-content stack">
			<h2>
				<span class="mono">
					{entry.method} {formatTarget(entry)}
				</span>{" "}
				<span class={`badge ${toneOf(entry)}`}>{formatStatus(entry)}</span>
			</h2>
			<div class="bar">
				<button type="button" onClick={sendAgain}>
					Send again…
				</button>
				<CopyMenu entry={entry} />
			</div>
			<Facts entry={entry} />
			<Reasons entry={entry} />
			<NearMisses entry={entry} />
			<Violations entry={entry} />
			<MessageView name="Response" message={entry.response} />
			<MessageView name="Request" message={entry.request} />
			<UsedAssumptions ids={assumptionsOf(entry)} />
			{isSending && (
				<SendAgain entry={entry} onClose={() => setSending(false)} />
			)}
		</div>
	);
}

const sizeOf = (message: JournalEntry["request"]): string =>
	sentText(message) === undefined
		? "no body"
		: formatSize(
				Number(message.headers["content-length"]) ||
					new Blob([bodyText(message)]).size,
			);

function Facts({ entry }: { readonly entry: JournalEntry }) {
	const { operation, matched, fault, forwarded, unchecked, session } = entry;
	const assumptions = assumptionsOf(entry);
	const preference = entry.response.headers["preference-applied"];
	return (
		<dl class="facts row">
			<Fact name="Operation">
				{operation ??
					(matched ? "a handler of the configuration" : "no operation")}
			</Fact>
			{forwarded && <Fact name="Forwarded">to the real service</Fact>}
			<Fact name="Session">{session}</Fact>
			<Fact name="Time">{formatTime(entry.at)}</Fact>
			<Fact name="Duration">{formatDuration(entry.durationMs)}</Fact>
			<Fact name="Size">
				{sizeOf(entry.request)} sent, {sizeOf(entry.response)} received
			</Fact>
			{fault !== null && (
				<Fact name="Fault">
					{fault.split(", ").map((kind) => (
						<span key={kind}>{labelOfFault(kind)}</span>
					))}
				</Fact>
			)}
			{preference !== undefined && <Fact name="Prefer">{preference}</Fact>}
			{assumptions.length > 0 && (
				<Fact name="Depends on the assumptions">
					<AssumptionLinks ids={assumptions} />
				</Fact>
			)}
			{unchecked !== undefined && <Fact name="Not checked">{unchecked}</Fact>}
		</dl>
	);
}

const Fact = ({
	name,
	children,
}: {
	readonly name: string;
	readonly children: ComponentChildren;
}) => (
	<div>
		<dt>{name}</dt>
		<dd class="row">{children}</dd>
	</div>
);

/** Shows why the request was rejected. */
function Reasons({ entry }: { readonly entry: JournalEntry }) {
	const reasons = reasonsOf(entry);
	// The nearest operations say it for unmatched requests.
	if (reasons.length === 0 || !entry.matched) return null;
	return (
		<section class="box odd" aria-label="Why">
			<h3>Why {formatStatus(entry)}</h3>
			<ul>
				{reasons.map((reason) => (
					<li key={reason}>{reason}</li>
				))}
			</ul>
		</section>
	);
}

/** Shows where the real service deviates from the OpenAPI document. */
function Violations({
	entry: { violations = [] },
}: {
	readonly entry: JournalEntry;
}) {
	const { router } = useInspector();
	if (violations.length === 0) return null;
	return (
		<section class="box bad" aria-label="Violations">
			<h3>
				The real service deviates from the OpenAPI document in{" "}
				{violations.length === 1 ? "one place" : `${violations.length} places`}
			</h3>
			<ul>
				{violations.map(({ where, message, assumptions }) => (
					<li key={where + message}>
						{message}
						{assumptions.map((id) => (
							<>
								{" "}
								<a href={router.link({ view: "assumptions", id })}>{id}</a>
							</>
						))}
					</li>
				))}
			</ul>
		</section>
	);
}
