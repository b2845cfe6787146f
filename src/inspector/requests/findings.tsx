import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ProposedEdits } from "../../control/control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { commandLine } from "../../values/command-line.ts";
import { errorMessage } from "../../values/errors.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { Alert, Button, RichText, StatusBadge } from "../ui/parts.tsx";
import { formatStatus, reasonsOf } from "./exchanges.ts";

export interface EntryProps {
	readonly entry: JournalEntry;
}

interface FindingsProps {
	readonly tone: "odd" | "bad";
	readonly label: string;
	readonly title: string;
	readonly items: readonly ComponentChildren[];
}

/** Shows a list of remarkable facts about an exchange. */
const Findings = ({ tone, label, title, items }: FindingsProps) => (
	<section class={`box ${tone}`} aria-label={label}>
		<h3>{title}</h3>
		<ul>
			{items.map((item, index) => (
				<li key={index}>{item}</li>
			))}
		</ul>
	</section>
);

/** Shows why the request was rejected. */
export function Reasons({ entry }: EntryProps) {
	const items = reasonsOf(entry);
	const title = `Why ${formatStatus(entry)}`;
	// For unmatched requests, the nearest operations show it.
	if (items.length === 0 || !entry.matched) return null;
	return <Findings tone="odd" label="Why" title={title} items={items} />;
}

/** Shows how the response of the real service, or of a handler or a fault, violates the OpenAPI document. */
export function Violations({ entry }: EntryProps) {
	const { violations = [], operation, forwarded } = entry;
	const { router } = useInspector();
	const { length } = violations;
	if (length === 0) return null;
	const places = length === 1 ? "one place" : `${length} places`;
	const title = forwarded
		? `The real service deviates from the OpenAPI document in ${places}`
		: `Your own response deviates from the OpenAPI document in ${places}`;
	const items = violations.map(({ message, assumptions }) => [
		message,
		assumptions.map((id) => (
			<>
				{" "}
				<a href={router.link({ view: "assumptions", id })}>{id}</a>
			</>
		)),
	]);
	return (
		<>
			<Findings tone="bad" label="Violations" title={title} items={items} />
			{forwarded && operation !== null && (
				<Edits key={operation} operation={operation} />
			)}
		</>
	);
}

const NEXT_STEP = {
	own: `To write these edits, save the requests with \`${commandLine("requests --json")}\`, and run \`${commandLine("align --traffic <file> --apply")}\`.`,
	shipped: `The mock follows the document of the package. To edit a copy, run \`${commandLine("init")}\` first.`,
};

/** Proposes edits of the document by which it describes what the real service responds. */
function Edits({ operation }: { readonly operation: string }) {
	const { connection, session } = useInspector();
	const [found, setFound] = useState<ProposedEdits>();
	const [state, setState] = useState<{ isBusy: boolean; error?: string }>();
	async function propose(): Promise<void> {
		setState({ isBusy: true });
		try {
			setFound(await connection.proposeEdits(operation, session.value));
			setState({ isBusy: false });
		} catch (error) {
			setState({ isBusy: false, error: errorMessage(error) });
		}
	}
	if (!found)
		return (
			<div class="row">
				<Button
					label="Propose an edit of the document"
					disabled={state?.isBusy}
					onClick={propose}
				/>
				<Alert text={state?.error} />
			</div>
		);
	const { diff, questions, isShipped } = found;
	return (
		<section class="stack" aria-label="Proposed edit">
			<h3>
				{diff === "" ? "No edit is known" : "Proposed edit of the document"}
			</h3>
			{diff !== "" && (
				<pre class="diff">
					{diff.split("\n").map((line, index) => (
						<span key={index} class={toneOfLine(line)}>
							{`${line}\n`}
						</span>
					))}
				</pre>
			)}
			{questions.map((question) => (
				<p key={question}>{question}</p>
			))}
			<p class="faint">
				<RichText text={isShipped ? NEXT_STEP.shipped : NEXT_STEP.own} />
			</p>
		</section>
	);
}

const toneOfLine = (line: string): string => {
	if (/^(---|\+\+\+|@@)/.test(line)) return "faint";
	if (line.startsWith("+")) return "good";
	return line.startsWith("-") ? "bad" : "";
};

/** Shows the operations that are most similar to an unmatched request. */
export function NearMisses({ entry }: EntryProps) {
	const { operations } = useInspector().connection.service.value;
	const { method, path, nearest = [], matched } = entry;
	if (matched) return null;
	const title =
		nearest.length === 0
			? "No operation is close to this request"
			: "No operation matches this request. The nearest are";
	const items = nearest.map(({ operation: id, why }) => {
		const defined = operations.find((each) => each.id === id);
		return (
			<>
				<strong>{id}</strong>: {why}.
				{defined && (
					<pre>
						{`sent    ${method} ${path}\ndefined ${defined.method} ${defined.path}`}
					</pre>
				)}
			</>
		);
	});
	const label = "Nearest operations";
	return <Findings tone="odd" label={label} title={title} items={items} />;
}

/** Shows the assumptions that a response depends on, each with its sentence and its status. */
export function UsedAssumptions({ ids }: { readonly ids: readonly string[] }) {
	const { router } = useInspector();
	const ledger = useResource("assumptions");
	if (ids.length === 0) return null;
	return (
		<section class="stack" aria-label="Assumptions">
			<div>
				<h3>
					This response depends on{" "}
					{ids.length === 1 ? "one assumption" : `${ids.length} assumptions`}
				</h3>
				<p class="faint">
					Do not rely on those that are only assumed: the real service may
					differ.
				</p>
			</div>
			<ul class="rows">
				{ids.map((id) => {
					const known = ledger.data?.find((each) => each.id === id);
					return (
						<li key={id}>
							<div class="row">
								<a class="mono" href={router.link({ view: "assumptions", id })}>
									{id}
								</a>
								{known && <StatusBadge status={known.status} />}
							</div>
							{known && <p>{known.assumes}</p>}
						</li>
					);
				})}
			</ul>
		</section>
	);
}
