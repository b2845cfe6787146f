import { useInspector, useKeys, useResource } from "../model/inspector.ts";
import { Field } from "../ui/form.tsx";
import { defineField, useQueryForm } from "../ui/form-state.ts";
import { Alert, Button, Empty, focusInput, RichText } from "../ui/parts.tsx";
import {
	type Assumption,
	Column,
	type ColumnProps,
	countUses,
	describeUses,
	STATUSES,
	sectionsOf,
	selectAssumptions,
} from "./assumption-card.tsx";
import "./assumptions.css";

const SEARCH_ID = "assumptions-search";

/** Shows the ledger as a board, with the number of responses of the session for each assumption. */
export function AssumptionsView() {
	const { router } = useInspector();
	const { id: opened, query } = router.route.value;
	const ledger = useResource("assumptions");
	const used = useResource("usedAssumptions");
	const all = ledger.data && used.data && countUses(ledger.data, used.data);
	const shown = all && selectAssumptions(all, query);
	// An assumption in the address is shown, even if the filters exclude it.
	const listed =
		all?.filter((each) => each.id === opened || shown?.includes(each)) ?? [];

	const columns = STATUSES.map((status) => ({
		status,
		listed: listed.filter((each) => each.status === status),
		total: all?.filter((each) => each.status === status).length ?? 0,
	}));

	function step(by: 1 | -1): void {
		// Keys may repeat before the next rendering.
		const { id } = router.route.peek();
		const order = columns.flatMap((column) => column.listed);
		const index = order.findIndex((each) => each.id === id);
		const next = order[index < 0 && by < 0 ? order.length - 1 : index + by];
		if (next) router.go({ id: next.id }, { replace: id !== "" });
	}
	useKeys([
		{ key: "/", does: "Search assumptions", run: () => focusInput(SEARCH_ID) },
		{ key: "j", does: "Open the next assumption", run: () => step(1) },
		{ key: "k", does: "Open the previous assumption", run: () => step(-1) },
		{
			key: "Escape",
			does: "Close the assumption",
			run: () => router.route.peek().id && router.go({}),
		},
	]);
	return (
		<div class="assumptions stack page">
			<Introduction all={all ?? []} />
			<Alert text={ledger.error ?? used.error} />
			{all && <FilterBar all={all} shown={shown?.length ?? 0} />}
			{all && opened && !all.some(({ id }) => id === opened) && (
				<p class="error" role="alert">
					The ledger has no assumption {opened}. It may have been renamed:
					search for it, or look through the list.
				</p>
			)}
			{all && <Board columns={columns} />}
		</div>
	);
}

interface AssumptionsProps {
	readonly all: readonly Assumption[];
}

interface FilterProps extends AssumptionsProps {
	/** The number of assumptions that match the filters. */
	readonly shown: number;
}

/** Filters the board. The filters are part of the address. */
function FilterBar({ all, shown }: FilterProps) {
	const { session } = useInspector();
	const form = useQueryForm();
	const uses = all.filter(({ uses }) => uses > 0).length;
	const whose = session.value === undefined ? "any" : "this";
	const search = defineField("search", "Search", "search", {
		placeholder: "zaps, cursor, 404…",
	});
	const section = defineField("section", "Specification", "choice", {
		options: [
			["", "All sections"],
			...sectionsOf(all).map((name) => [name, `Section ${name}`] as const),
		],
	});
	const used = defineField(
		"used",
		`Used in ${whose} session (${uses})`,
		"flag",
	);
	return (
		<search class="filters row">
			<Field form={form} field={search} id={SEARCH_ID} />
			<Field form={form} field={section} />
			<Field form={form} field={used} />
			<p class="faint" role="status">
				{shown === all.length ? "" : `${shown} of ${all.length} match`}
			</p>
		</search>
	);
}

/** Shows a column for each status with assumptions, and names the other statuses. */
function Board({ columns }: { readonly columns: readonly ColumnProps[] }) {
	const { router } = useInspector();
	const filled = columns.filter(({ listed }) => listed.length > 0);
	const empty = columns.filter(({ listed }) => listed.length === 0);
	const clear = () =>
		router.go({ query: { search: "", section: "", used: "" } });
	const hint =
		"If no response has used an assumption yet, send a request to the mock first.";
	if (filled.length === 0)
		return (
			<Empty
				title="No assumption matches."
				text={router.route.value.query.used ? hint : ""}
			>
				<Button label="Clear filters" onClick={clear} />
			</Empty>
		);
	const describe = (total: number): string =>
		total === 0 ? "none so far." : `none of ${total} matches the filters.`;
	return (
		<>
			<p class="row faint" hidden={empty.length === 0}>
				{empty.map(({ status, total }) => (
					<span key={status} class="sentence">
						{status}: {describe(total)}
					</span>
				))}
			</p>
			<div class="board stack">
				{filled.map((column) => (
					<Column key={column.status} {...column} />
				))}
			</div>
		</>
	);
}

const HOW_TO_CHECK =
	"The first command writes the file of results; run it once. The second one confirms or refutes each assumption that can be tested. It creates zaps and submits commands, so a service on another machine needs `--allow-writes`. To make the mock behave like a service that refutes an assumption, change a copy of the OpenAPI document (`docs/document.md` of the package).";

/** Explains what an assumption is, what is refuted now, and how to check the assumptions. */
const Introduction = ({ all }: AssumptionsProps) => (
	<header class="stack">
		<h1>Assumptions</h1>
		<p>
			The specification leaves these points open; the mock chose. Do not rely on
			an assumption until it is confirmed.
		</p>
		<Refuted all={all} />
		<details>
			<summary>How to check them against the real service</summary>
			<p>
				Run this in the folder where the mock is started, then start the mock
				again:
			</p>
			<pre>
				npx zaps-understudy ledger init{"\n"}
				npx zaps-understudy verify &lt;url of the service&gt; --record
			</pre>
			<p class="faint">
				<RichText text={HOW_TO_CHECK} />
			</p>
		</details>
	</header>
);

function Refuted({ all }: AssumptionsProps) {
	const { router } = useInspector();
	const refuted = all.filter(({ status }) => status === "refuted");
	if (refuted.length === 0) return null;
	return (
		<div class="box bad">
			<p>
				<strong>
					{refuted.length === 1
						? "1 assumption is refuted."
						: `${refuted.length} assumptions are refuted.`}
				</strong>{" "}
				Code that works with this mock can fail with the real service.
			</p>
			<ul>
				{refuted.map(({ id, uses }) => (
					<li key={id}>
						<a class="mono" href={router.link({ id })}>
							{id}
						</a>{" "}
						<span class="faint">
							{uses > 0 && "used by "}
							{describeUses(uses)}
						</span>
					</li>
				))}
			</ul>
		</div>
	);
}
