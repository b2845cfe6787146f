import { formatTarget } from "../../journal/format-target.ts";
import { useInspector } from "../model/use-inspector.ts";
import { selectItems } from "../requests/filter.ts";

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
		<ul class="assumptions-latest">
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
