import { useId } from "preact/hooks";
import { AssumptionCard } from "./assumption-card.tsx";
import type { Assumption, Status } from "./select-assumptions.ts";

const MEANINGS: Readonly<Record<Status, string>> = {
	assumed: "Not checked against the real service yet.",
	confirmed: "The real service was seen to behave like this.",
	refuted: "The real service was seen to behave differently.",
};

/** Shows the assumptions with a status. */
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
	const isEmpty = listed.length === 0;
	return (
		<section
			class={`assumptions-column ${isEmpty ? "is-empty" : ""}`}
			aria-labelledby={heading}
		>
			<h2 id={heading} class={total > 0 ? `is-${status}` : "faint"}>
				{status}{" "}
				<span class="assumptions-count">
					{listed.length === total ? total : `${listed.length} of ${total}`}
				</span>
			</h2>
			<p class="faint">
				{isEmpty
					? total === 0
						? "None so far."
						: "None matches the filters."
					: MEANINGS[status]}
			</p>
			{!isEmpty && (
				<ul class="assumptions-cards">
					{listed.map((assumption) => (
						<AssumptionCard key={assumption.id} assumption={assumption} />
					))}
				</ul>
			)}
		</section>
	);
}
