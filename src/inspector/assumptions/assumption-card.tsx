import { useEffect, useId, useRef } from "preact/hooks";
import type { UsedAssumptions } from "../../control/control.ts";
import type { LedgerEntry } from "../../engine/model/service.ts";
import { formatTarget } from "../../journal/format-target.ts";
import { useInspector } from "../model/inspector.ts";
import { selectItems } from "../requests/exchanges.ts";
import { Pairs, plural } from "../ui/parts.tsx";

/** An assumption of the ledger, with the number of responses that depended on it. */
export interface Assumption extends LedgerEntry {
	readonly uses: number;
}

/** The columns of the board, in their order. */
export const STATUSES = ["assumed", "confirmed", "refuted"] as const;

type Status = LedgerEntry["status"];

/** Returns the ledger with the number of responses that depended on each assumption. */
export function countUses(
	ledger: readonly LedgerEntry[],
	{ assumptions }: UsedAssumptions,
): readonly Assumption[] {
	const uses = new Map(assumptions.map(({ id, exchanges }) => [id, exchanges]));
	return ledger.map((entry) => ({ ...entry, uses: uses.get(entry.id) ?? 0 }));
}

/** Returns the sections of the specification that leave something open, in order. */
export const sectionsOf = (
	ledger: readonly Pick<LedgerEntry, "open">[],
): readonly string[] =>
	[...new Set(ledger.map(({ open }) => open))].sort((a, b) =>
		a.localeCompare(b, "en", { numeric: true }),
	);

/** Returns the assumptions that match all filters of the address. A search must find each of its words. */
export function selectAssumptions(
	assumptions: readonly Assumption[],
	{ search = "", section = "", used = "" }: Readonly<Record<string, string>>,
): readonly Assumption[] {
	const words = search.toLowerCase().split(/\s+/);
	return assumptions.filter(
		({ id, open, assumes, because, evidence = "", uses }) => {
			const text = `${id} ${assumes} ${because} ${evidence}`.toLowerCase();
			return (
				(section === "" || open === section) &&
				(used === "" || uses > 0) &&
				words.every((word) => text.includes(word))
			);
		},
	);
}

export const describeUses = (uses: number): string =>
	uses === 0 ? "not used" : plural(uses, "response");

interface CardProps {
	readonly assumption: Assumption;
}

/**
 * Shows the sentence of an assumption. If the address names the assumption, shows its reason, status and evidence,
 * too.
 */
function AssumptionCard({ assumption }: CardProps) {
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
		<li ref={card} class={isOpen ? "is-open raised" : undefined}>
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

const Details = ({ assumption }: CardProps) => (
	<Pairs
		class="details"
		items={[
			["Why the mock does this", assumption.because],
			["Left open by", `Section ${assumption.open} of the specification`],
			[
				"Status",
				<>
					<span class="sentence">{assumption.status}</span>
					{assumption.evidence
						? `: ${assumption.evidence}`
						: "; there is no evidence yet"}
				</>,
			],
			[
				"Latest responses that depended on it",
				<LatestResponses assumption={assumption} />,
			],
		]}
	/>
);

const MAX_SHOWN = 5;

/** Links to the latest exchanges whose responses depended on an assumption. */
function LatestResponses({ assumption: { id, uses } }: CardProps) {
	const { router, journal, session } = useInspector();
	const condition = { session: session.value, assumption: id };
	const found = selectItems(journal.items.value, condition);
	if (found.length === 0) {
		if (uses === 0) return "None so far.";
		return journal.isComplete.value
			? "The journal no longer has them."
			: "Reading the journal…";
	}
	const latest = found.slice(0, MAX_SHOWN);
	const allOfThem = { view: "requests", query: { assumption: id } } as const;
	return (
		<ul>
			{latest.map(({ entry }) => (
				<li key={entry.id}>
					<a href={router.link({ view: "requests", id: entry.id })}>
						{entry.method} {formatTarget(entry)}
					</a>{" "}
					{entry.status || "connection broken"}
				</li>
			))}
			{uses > latest.length && (
				<li>
					<a href={router.link(allOfThem)}>
						Show all {uses.toLocaleString("en")}
					</a>
				</li>
			)}
		</ul>
	);
}

/** The meaning of each status, and its tone. */
const MEANINGS: Readonly<Record<Status, readonly [string, string]>> = {
	assumed: ["Not checked against the real service yet.", ""],
	confirmed: ["The real service was seen to behave like this.", "good"],
	refuted: ["The real service was seen to behave differently.", "bad"],
};

export interface ColumnProps {
	readonly status: Status;
	readonly listed: readonly Assumption[];
	/** The number of assumptions with this status, whether or not they match the filters. */
	readonly total: number;
}

/** Shows the assumptions with a status. There is at least one. */
export function Column({ status, listed, total }: ColumnProps) {
	const heading = useId();
	const [meaning, tone] = MEANINGS[status];
	return (
		<section aria-labelledby={heading}>
			<h2 id={heading} class={tone}>
				<span class="sentence">{status}</span>{" "}
				<span class="faint">
					{listed.length === total ? total : `${listed.length} of ${total}`}
				</span>
			</h2>
			<p class="faint">{meaning}</p>
			<ul class="cards">
				{listed.map((assumption) => (
					<AssumptionCard key={assumption.id} assumption={assumption} />
				))}
			</ul>
		</section>
	);
}
