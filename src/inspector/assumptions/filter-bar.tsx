import { useInspector } from "../model/inspector.ts";
import { type Assumption, sectionsOf } from "./select-assumptions.ts";

const SEARCH_ID = "assumptions-search";

export const focusSearch = (): void =>
	document.getElementById(SEARCH_ID)?.focus();

/** Filters the board. The filters are part of the address. */
export function FilterBar({
	all,
	shown,
}: {
	readonly all: readonly Assumption[];
	/** How many match the filters. */
	readonly shown: number;
}) {
	const { router, session } = useInspector();
	const { id, query } = router.route.value;
	const set = (changed: Readonly<Record<string, string>>) =>
		router.go({ id, query: changed }, { replace: true });
	const used = all.filter(({ uses }) => uses > 0).length;
	return (
		<search class="assumptions-filters">
			<label class="field grow">
				<span class="label">Search</span>
				<input
					id={SEARCH_ID}
					type="search"
					placeholder="zaps, cursor, 404…"
					value={query.search ?? ""}
					onInput={({ currentTarget }) => set({ search: currentTarget.value })}
				/>
			</label>
			<label class="field">
				<span class="label">Specification</span>
				<select
					value={query.section ?? ""}
					onChange={({ currentTarget }) =>
						set({ section: currentTarget.value })
					}
				>
					<option value="">All sections</option>
					{sectionsOf(all).map((section) => (
						<option key={section} value={section}>
							Section {section}
						</option>
					))}
				</select>
			</label>
			<label class="assumptions-used">
				<input
					type="checkbox"
					checked={!!query.used}
					onChange={({ currentTarget }) =>
						set({ used: currentTarget.checked ? "yes" : "" })
					}
				/>
				Used in {session.value === undefined ? "any" : "this"} session ({used})
			</label>
			<p class="faint" role="status">
				{shown === all.length ? "" : `${shown} of ${all.length} match`}
			</p>
		</search>
	);
}
