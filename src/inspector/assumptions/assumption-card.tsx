import { useEffect, useId, useRef } from "preact/hooks";
import { formatTarget } from "../../journal/format-target.ts";
import { useInspector } from "../model/inspector.ts";
import { selectItems } from "../requests/filter.ts";
import {
	type Assumption,
	describeUses,
	type Status,
} from "./select-assumptions.ts";

/** Shows an assumption: its sentence, and all of it if the address names it. */
export function AssumptionCard({
	assumption,
}: {
	readonly assumption: Assumption;
}) {
	const { router } = useInspector();
	const { id, open, assumes, evidence, uses } = assumption;
	const isOpen = router.route.value.id === id;
	const card = useRef<HTMLLIElement>(null);
	const title = useRef<HTMLAnchorElement>(null);
	useEffect(() => {
		if (!isOpen) return;
		title.current?.focus({ preventScroll: true });
		card.current?.scrollIntoView({ block: "nearest" });
	}, [isOpen]);
	return (
		<li ref={card} class={isOpen ? "is-open" : undefined}>
			<div class="bar">
				<h3 class="mono">
					<a
						ref={title}
						href={router.link({ id: isOpen ? "" : id })}
						aria-expanded={isOpen}
					>
						{id}
					</a>
				</h3>
				{uses > 0 ? (
					<a
						href={router.link({ view: "requests", query: { assumption: id } })}
						aria-label={`${describeUses(uses)} depended on ${id}: show them`}
					>
						{describeUses(uses)}
					</a>
				) : (
					<span class="faint">{describeUses(uses)}</span>
				)}
			</div>
			<p>{assumes}</p>
			{isOpen ? (
				<Details assumption={assumption} />
			) : (
				<p class="faint">
					Section {open}
					{evidence && ` · ${evidence}`}
				</p>
			)}
		</li>
	);
}

function Details({
	assumption: { id, status, open, because, evidence, uses },
}: {
	readonly assumption: Assumption;
}) {
	return (
		<dl>
			<dt>Why the mock does this</dt>
			<dd>{because}</dd>
			<dt>Left open by</dt>
			<dd>Section {open} of the specification</dd>
			<dt>Status</dt>
			<dd>
				<span class="sentence">{status}</span>
				{evidence ? `: ${evidence}` : "; there is no evidence yet"}
			</dd>
			<dt>Latest responses that depended on it</dt>
			<dd>
				<LatestResponses id={id} uses={uses} />
			</dd>
		</dl>
	);
}

const MAX_SHOWN = 5;

/** Links to the latest exchanges whose responses depended on an assumption. */
export function LatestResponses({
	id,
	uses,
}: {
	readonly id: string;
	readonly uses: number;
}) {
	const { router, journal, session } = useInspector();
	const latest = selectItems(journal.items.value, {
		session: session.value,
		assumption: id,
	})
		.slice(0, MAX_SHOWN)
		.map(({ entry }) => entry);
	if (latest.length === 0) {
		if (uses === 0) return "None so far.";
		return journal.isComplete.value
			? "The journal no longer has them."
			: "Reading the journal…";
	}
	return (
		<ul>
			{latest.map((entry) => (
				<li key={entry.id}>
					<a href={router.link({ view: "requests", id: entry.id })}>
						{entry.method} {formatTarget(entry)}
					</a>{" "}
					{entry.status || "connection broken"}
				</li>
			))}
			{uses > latest.length && (
				<li>
					<a
						href={router.link({ view: "requests", query: { assumption: id } })}
					>
						Show all {uses.toLocaleString("en")}
					</a>
				</li>
			)}
		</ul>
	);
}

const MEANINGS: Readonly<Record<Status, string>> = {
	assumed: "Not checked against the real service yet.",
	confirmed: "The real service was seen to behave like this.",
	refuted: "The real service was seen to behave differently.",
};

const TONES = { assumed: "", confirmed: "good", refuted: "bad" } as const;

export interface ColumnProps {
	readonly status: Status;
	readonly listed: readonly Assumption[];
	/** How many have this status, whether or not they match the filters. */
	readonly total: number;
}

/** Shows the assumptions with a status; at least one. */
export function Column({ status, listed, total }: ColumnProps) {
	const heading = useId();
	return (
		<section aria-labelledby={heading}>
			<h2 id={heading} class={TONES[status]}>
				<span class="sentence">{status}</span>{" "}
				<span class="faint">
					{listed.length === total ? total : `${listed.length} of ${total}`}
				</span>
			</h2>
			<p class="faint">{MEANINGS[status]}</p>
			<ul class="cards">
				{listed.map((assumption) => (
					<AssumptionCard key={assumption.id} assumption={assumption} />
				))}
			</ul>
		</section>
	);
}
