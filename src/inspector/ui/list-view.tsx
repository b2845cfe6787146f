import type { ComponentChildren } from "preact";
import {
	focusInput,
	type Shortcut,
	useInspector,
	useKeys,
} from "../model/inspector.ts";
import { Field, Input } from "./form.tsx";
import type { Entered, FormField } from "./form-state.ts";
import type { PanelNavigation } from "./parts.tsx";
import { Table, type TableProps } from "./table.tsx";

type Step = (by: 1 | -1) => void;

interface ListViewProps<Item> extends Omit<TableProps<Item>, "label"> {
	/** What the list has, in singular and plural. */
	readonly nouns: readonly [one: string, several: string];
	readonly form: Entered;
	/** The filters of the list. */
	readonly filters: readonly FormField[];
	/** Shown beside the filters. */
	readonly tools?: ComponentChildren;
	/** Shown above the items. */
	readonly notes?: ComponentChildren;
	/** Shown instead of the items if there are none. */
	readonly empty: ComponentChildren;
	/** The shortcuts of this list alone. */
	readonly keys?: readonly Shortcut[];
	/** Shows the details of the open item; undefined if none is open. */
	readonly panel: ((nav: PanelNavigation) => ComponentChildren) | undefined;
	/** Opens the item that many places further. */
	readonly step: Step;
	onClose(): void;
}

const SEARCH_ID = "search";

/** Shows filters, the items as a table, and the details of the open item beside it. */
export function ListView<Item>(props: ListViewProps<Item>) {
	const { nouns, form, items, opened, idOf, step, onClose, panel } = props;
	const [one, several] = nouns;
	const next = { does: `Open the next ${one}`, run: () => step(1) };
	const previous = { does: `Open the previous ${one}`, run: () => step(-1) };
	const close = { key: "Escape", does: `Close the ${one}`, run: onClose };
	const search = { key: "/", does: `Search ${several}` };
	useKeys([
		{ key: "ArrowDown", ...next },
		{ key: "ArrowUp", ...previous },
		{ key: "j", ...next },
		{ key: "k", ...previous },
		...(panel ? [close] : []),
		{ ...search, run: () => focusInput(SEARCH_ID) },
		...(props.keys ?? []),
	]);
	const index = items.findIndex((each) => idOf(each) === opened);
	return (
		<div class={panel ? "split has-panel" : "split"}>
			<section class="list" aria-label={several}>
				<search class="toolbar" aria-label={`Filter ${several}`}>
					{props.filters.map((field) => (
						<Filter key={field.name} form={form} field={field} />
					))}
					{props.tools}
				</search>
				{props.notes}
				{items.length > 0 ? <Table {...props} label={several} /> : props.empty}
			</section>
			{panel?.({
				onClose,
				onNext: index < items.length - 1 ? () => step(1) : undefined,
				onPrevious: index > 0 ? () => step(-1) : undefined,
			})}
		</div>
	);
}

interface FilterProps {
	readonly form: Entered;
	readonly field: FormField;
}

/** Shows a filter without its label, unless it is a flag. */
function Filter({ form, field }: FilterProps) {
	const { name, label, type } = field;
	if (type === "flag") return <Field form={form} field={field} />;
	const isSearch = type === "search";
	return (
		<Input
			form={form}
			field={isSearch ? { ...field, placeholder: label } : field}
			aria-label={label}
			id={isSearch ? SEARCH_ID : undefined}
			class={!isSearch && form.values[name] ? "is-set" : undefined}
		/>
	);
}

/** Returns the function that opens the next or the previous item by the id in the address. */
export function useStep<Item>(
	items: readonly Item[],
	idOf: (item: Item) => string,
): Step {
	const { router } = useInspector();
	return (by) => {
		// Keys can repeat before the next rendering.
		const { id } = router.route.peek();
		const index = items.findIndex((each) => idOf(each) === id);
		const next = items[index < 0 ? 0 : index + by];
		if (next) router.go({ id: idOf(next) }, { replace: id !== "" });
	};
}
