import { useInspector } from "../model/inspector.ts";
import { Field, useQueryForm } from "../ui/form.tsx";
import type { FormField } from "../ui/read-form.ts";
import { type Assumption, sectionsOf } from "./select-assumptions.ts";

export const SEARCH_ID = "assumptions-search";

const SEARCH: FormField = {
	name: "search",
	label: "Search",
	type: "search",
	placeholder: "zaps, cursor, 404…",
};

/** Filters the board. The filters are part of the address. */
export function FilterBar({
	all,
	shown,
}: {
	readonly all: readonly Assumption[];
	/** How many match the filters. */
	readonly shown: number;
}) {
	const { session } = useInspector();
	const form = useQueryForm();
	const used = all.filter(({ uses }) => uses > 0).length;
	const section: FormField = {
		name: "section",
		label: "Specification",
		type: "choice",
		options: [
			["", "All sections"],
			...sectionsOf(all).map((name) => [name, `Section ${name}`] as const),
		],
	};
	const usedField: FormField = {
		name: "used",
		label: `Used in ${session.value === undefined ? "any" : "this"} session (${used})`,
		type: "flag",
	};
	return (
		<search class="filters row">
			<Field form={form} field={SEARCH} id={SEARCH_ID} />
			<Field form={form} field={section} />
			<Field form={form} field={usedField} />
			<p class="faint" role="status">
				{shown === all.length ? "" : `${shown} of ${all.length} match`}
			</p>
		</search>
	);
}
