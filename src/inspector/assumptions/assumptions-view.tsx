import { useState } from "preact/hooks";
import { useInspector, useListKeys, useResource } from "../model/inspector.ts";
import type { Options } from "../ui/choice.tsx";
import { Field, Input } from "../ui/form.tsx";
import { defineField, useQueryForm } from "../ui/form-state.ts";
import { Alert, Button, Dialog, Empty, RichText } from "../ui/parts.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { AssumptionPanel } from "./assumption-panel.tsx";
import {
	type Assumption,
	countUses,
	describeUses,
	STATUSES,
	sectionsOf,
	selectAssumptions,
	TONES,
} from "./assumptions.ts";

const SEARCH_ID = "assumptions-search";

/** Shows the ledger, with what the responses of the session depended on. */
export function AssumptionsView() {
	const { router } = useInspector();
	const { id, query } = router.route.value;
	const ledger = useResource("assumptions");
	const used = useResource("usedAssumptions");
	const all = ledger.data && used.data && countUses(ledger.data, used.data);
	const shown = selectAssumptions(all ?? [], query);
	const opened = all?.find((each) => each.id === id);

	function step(by: 1 | -1): void {
		// Keys can repeat before the next rendering.
		const before = router.route.peek().id;
		const index = shown.findIndex((each) => each.id === before);
		const next = shown[index < 0 ? 0 : index + by];
		if (next) router.go({ id: next.id }, { replace: before !== "" });
	}
	const close = () => router.go({});
	useListKeys({
		...{ nouns: ["assumption", "assumptions"], searchId: SEARCH_ID, step },
		close: id ? close : undefined,
	});
	return (
		<div class={opened ? "split has-panel" : "split"}>
			<section class="list" aria-label="Assumptions">
				<FilterBar all={all ?? []} shown={shown.length} />
				<Alert text={ledger.error ?? used.error} />
				<Refuted all={all ?? []} />
				{all && id && !opened && (
					<p class="error" role="alert">
						The ledger has no assumption {id}. It may have been renamed: search
						for it, or look through the list.
					</p>
				)}
				{shown.length > 0 && (
					<Table
						label="Assumptions"
						columns={COLUMNS}
						items={shown}
						opened={id}
						idOf={(each) => each.id}
						hrefOf={(each) => router.link({ id: each.id })}
					/>
				)}
				{all && shown.length === 0 && <NoAssumptions isEmpty={!all.length} />}
			</section>
			{opened && (
				<AssumptionPanel
					assumption={opened}
					onClose={close}
					onNext={() => step(1)}
					onPrevious={() => step(-1)}
				/>
			)}
		</div>
	);
}

function Refuted({ all }: { readonly all: readonly Assumption[] }) {
	const refuted = all.filter(({ status }) => status === "refuted").length;
	if (refuted === 0) return null;
	return (
		<p class="box bad">
			<strong>
				{refuted === 1
					? "1 assumption is refuted."
					: `${refuted} assumptions are refuted.`}
			</strong>{" "}
			Code that works with this mock can fail with the real service.
		</p>
	);
}

const COLUMNS: readonly Column<Assumption>[] = [
	{
		title: "Assumption",
		width: "11rem",
		isLink: true,
		class: "mono",
		cell: ({ id }) => id,
	},
	{
		title: "What the mock assumes",
		cell: ({ assumes }) => <span title={assumes}>{assumes}</span>,
	},
	{
		title: "Section",
		from: "wide",
		width: "5rem",
		class: "faint",
		cell: ({ open }) => open,
	},
	{
		title: "Used by",
		from: "medium",
		width: "7.5rem",
		class: "number faint",
		cell: ({ uses }) => describeUses(uses),
	},
	{
		title: "Status",
		width: "6rem",
		cell: ({ status }) => (
			<span class={`badge ${TONES[status]}`}>{status}</span>
		),
	},
];

const NO_FILTER = { search: "", section: "", status: "", used: "" };

function NoAssumptions({ isEmpty }: { readonly isEmpty: boolean }) {
	const { router } = useInspector();
	if (isEmpty)
		return (
			<Empty
				title="This OpenAPI document marks no assumption"
				text="All that it says is specified. Mark what you assume with `x-assumption`: `docs/document.md` of the package says how."
			/>
		);
	const hint =
		"If no response has used an assumption yet, send a request to the mock first.";
	return (
		<Empty
			title="No assumption matches"
			text={router.route.value.query.used ? hint : ""}
		>
			<Button
				label="Clear filters"
				onClick={() => router.go({ query: NO_FILTER })}
			/>
		</Empty>
	);
}

interface FilterProps {
	readonly all: readonly Assumption[];
	/** How many match the filters. */
	readonly shown: number;
}

/** Filters the list. The filters are part of the address. */
function FilterBar({ all, shown }: FilterProps) {
	const { session } = useInspector();
	const [isOpen, setOpen] = useState(false);
	const form = useQueryForm();
	const uses = all.filter(({ uses }) => uses > 0).length;
	const whose = session.value === undefined ? "any" : "this";
	const search = defineField("search", "Search assumptions", "search", {
		placeholder: "Search assumptions",
	});
	const choice = (name: string, label: string, any: string, each: Options) => (
		<Input
			form={form}
			field={defineField(name, label, "choice", {
				options: [["", any], ...each],
			})}
			aria-label={label}
			class={form.values[name] ? "is-set" : undefined}
		/>
	);
	const count = (status: string): number =>
		all.filter((each) => each.status === status).length;
	const used = defineField(
		"used",
		`Used in ${whose} session (${uses})`,
		"flag",
	);
	return (
		<search class="toolbar" aria-label="Filter assumptions">
			<Input
				form={form}
				field={search}
				id={SEARCH_ID}
				aria-label={search.label}
			/>
			{choice(
				"status",
				"Status",
				"Any status",
				STATUSES.map((name) => [name, `${name} (${count(name)})`]),
			)}
			{choice(
				"section",
				"Specification",
				"All sections",
				sectionsOf(all).map((name) => [name, `Section ${name}`]),
			)}
			<Field form={form} field={used} />
			<span class="grow faint" role="status">
				{shown === all.length ? "" : `${shown} of ${all.length} match`}
			</span>
			<Button label="How to check them…" onClick={() => setOpen(true)} />
			{isOpen && <HowToCheck onClose={() => setOpen(false)} />}
		</search>
	);
}

const HOW_TO_CHECK =
	"The first command writes the file of results; run it once. The second one confirms or refutes each assumption that can be tested. It creates zaps and submits commands, so a service on another machine needs `--allow-writes`. To make the mock behave like a service that refutes an assumption, change a copy of the OpenAPI document (`docs/document.md` of the package).";

/** Says what an assumption is, and how to check the assumptions. */
const HowToCheck = ({ onClose }: { onClose(): void }) => (
	<Dialog title="Check the assumptions" onClose={onClose}>
		<p>
			The specification leaves these points open; the mock chose. Do not rely on
			an assumption until it is confirmed, and change code that relies on a
			refuted one.
		</p>
		<p>
			To check them against the real service, run this in the folder where the
			mock is started, then start the mock again:
		</p>
		<pre>
			npx zaps-understudy ledger init{"\n"}
			npx zaps-understudy verify &lt;url of the service&gt; --record
		</pre>
		<p class="faint">
			<RichText text={HOW_TO_CHECK} />
		</p>
	</Dialog>
);
