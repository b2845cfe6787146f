import { formatTarget } from "../../journal/format-target.ts";
import { useInspector } from "../model/inspector.ts";
import { formatStatus, selectItems } from "../requests/exchanges.ts";
import { Pairs, Panel } from "../ui/parts.tsx";
import { type Assumption, TONES } from "./assumptions.ts";

interface AssumptionProps {
	readonly assumption: Assumption;
}

const MEANINGS = {
	assumed: "Not checked against the real service yet.",
	confirmed: "The real service was seen to behave like this.",
	refuted: "The real service was seen to behave differently.",
};

/** Shows everything about an assumption. */
export function AssumptionPanel({
	assumption,
	...props
}: AssumptionProps & {
	onClose(): void;
	readonly onNext: () => void;
	readonly onPrevious: () => void;
}) {
	const { id, assumes, because, open, status, evidence } = assumption;
	return (
		<Panel
			{...props}
			label={id}
			title={id}
			takesFocus
			badge={<span class={`badge ${TONES[status]}`}>{status}</span>}
		>
			<p>{assumes}</p>
			<Pairs
				class="stacked"
				items={[
					["Why the mock does this", because],
					["Left open by", `Section ${open} of the specification`],
					["Status", `${MEANINGS[status]} ${evidence ?? ""}`],
					[
						"Latest responses that depended on it",
						<LatestResponses assumption={assumption} />,
					],
				]}
			/>
		</Panel>
	);
}

const MAX_SHOWN = 5;

/** Links to the latest exchanges whose responses depended on an assumption. */
function LatestResponses({ assumption: { id, uses } }: AssumptionProps) {
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
					{formatStatus(entry)}
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
