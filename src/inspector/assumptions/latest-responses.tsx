import type { JournalEntry } from "../../journal/entry.ts";
import { formatTarget } from "../../journal/format-target.ts";
import type { Item } from "../model/journal.ts";
import { useInspector } from "../model/use-inspector.ts";

const MAX_SHOWN = 5;

const dependsOn = ({ response }: JournalEntry, id: string): boolean =>
	response.headers["mock-assumptions"]?.split(", ").includes(id) ?? false;

/** Returns the latest exchanges that depended on the assumption, newest first. */
function findLatest(
	items: readonly Item[],
	id: string,
	session: string | undefined,
): readonly JournalEntry[] {
	const found: JournalEntry[] = [];
	for (let index = items.length - 1; index >= 0; index--) {
		const entry = items[index]?.entry;
		if (!entry || !dependsOn(entry, id)) continue;
		if (session !== undefined && entry.session !== session) continue;
		found.push(entry);
		if (found.length === MAX_SHOWN) break;
	}
	return found;
}

/** Links to the latest exchanges whose responses depended on an assumption. */
export function LatestResponses({
	id,
	uses,
}: {
	readonly id: string;
	readonly uses: number;
}) {
	const { router, journal, session } = useInspector();
	const latest = findLatest(journal.items.value, id, session.value);
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
