import { useId } from "preact/hooks";
import { AssumptionCard } from "./assumption-card.tsx";
import type { Assumption, Status } from "./select-assumptions.ts";

const MEANINGS: Readonly<Record<Status, string>> = {
	assumed: "Not checked against the real service yet.",
	confirmed: "The real service was seen to behave like this.",
	refuted: "The real service was seen to behave differently.",
};

/** Shows the assumptions with a status; at least one. */
export function Column({
	status,
	listed,
	total,
}: {
	readonly status: Status;
	readonly listed: readonly Assumption[];
	/** How many have this status, whether or not they match the filters. */
	readonly total: number;
}) {
	const heading = useId();
	return (
		<section class="assumptions-column" aria-labelledby={heading}>
			<h2 id={heading} class={`is-${status}`}>
				{status}{" "}
				<span class="assumptions-count">
					{listed.length === total ? total : `${listed.length} of ${total}`}
				</span>
			</h2>
			<p class="faint">{MEANINGS[status]}</p>
			<ul class="assumptions-cards">
				{listed.map((assumption) => (
					<AssumptionCard key={assumption.id} assumption={assumption} />
				))}
			</ul>
		</section>
	);
}
