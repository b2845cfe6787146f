import { commandLine } from "../../values/command-line.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import type { Options } from "../ui/choice.tsx";
import { defineField, type FormField, useQueryForm } from "../ui/form-state.ts";
import { ListView, useStep } from "../ui/list-view.tsx";
import {
	Alert,
	Button,
	Empty,
	Pairs,
	Panel,
	type PanelNavigation,
	plural,
	RichText,
	StatusBadge,
} from "../ui/parts.tsx";
import type { Column } from "../ui/table.tsx";
import {
	type Assumption,
	countUses,
	describeUses,
	STATUSES,
	sectionsOf,
	selectAssumptions,
} from "./assumptions.ts";

const idOf = ({ id }: Assumption): string => id;

/** Shows the ledger, with what the responses of the session depended on. */
export function AssumptionsView() {
	const { router, session } = useInspector();
	const { id, query } = router.route.value;
	const ledger = useResource("assumptions");
	const used = useResource("usedAssumptions");
	const loaded = ledger.data && used.data && countUses(ledger.data, used.data);
	const all = loaded ?? [];
	const shown = selectAssumptions(all, query);
	const opened = all.find((each) => each.id === id);
	const whose = session.value === undefined ? "any" : "this";
	return (
		<ListView
			nouns={["assumption", "assumptions"]}
			form={useQueryForm()}
			filters={createFilters(all, whose)}
			columns={COLUMNS}
			items={shown}
			opened={id}
			idOf={idOf}
			hrefOf={(each) => router.link({ id: each.id })}
			step={useStep(shown, idOf)}
			onClose={() => router.go({})}
			tools={
				<span class="grow faint" role="status">
					{shown.length < all.length &&
						`${shown.length} of ${all.length} match`}
				</span>
			}
			notes={
				<>
					<Alert text={ledger.error ?? used.error} />
					<Refuted all={all} />
					{loaded && id && !opened && (
						<p class="error" role="alert">
							The ledger has no assumption {id}. It may have been renamed:
							search for it, or look through the list.
						</p>
					)}
				</>
			}
			empty={loaded && <NoAssumptions isEmpty={all.length === 0} />}
			panel={
				opened && ((nav) => <AssumptionPanel {...nav} assumption={opened} />)
			}
		/>
	);
}

/** @param whose the session whose uses are counted, in words */
function createFilters(
	all: readonly Assumption[],
	whose: string,
): readonly FormField[] {
	const count = (status: string): number =>
		all.filter((each) => each.status === status).length;
	const choice = (name: string, label: string, any: string, each: Options) =>
		defineField(name, label, "choice", { options: [["", any], ...each] });
	const uses = all.filter(({ uses }) => uses > 0).length;
	return [
		defineField("search", "Search assumptions", "search"),
		choice(
			"status",
			"Status",
			"Any status",
			STATUSES.map((name) => [name, `${name} (${count(name)})`]),
		),
		choice(
			"section",
			"Specification",
			"All sections",
			sectionsOf(all).map((name) => [name, `Section ${name}`]),
		),
		defineField("used", `Used in ${whose} session (${uses})`, "flag"),
	];
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
		class: "below",
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
		cell: ({ status }) => <StatusBadge status={status} />,
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

const MEANINGS = {
	assumed: `Not checked against the real service yet: run \`${commandLine("verify <url> --record")}\`, then start the mock again.`,
	confirmed: "The real service was seen to behave like this.",
	refuted: "The real service was seen to behave differently.",
};

/** Shows everything about an assumption. */
function AssumptionPanel({
	assumption,
	...props
}: PanelNavigation & { readonly assumption: Assumption }) {
	const { router } = useInspector();
	const { id, assumes, because, open, status, evidence, uses } = assumption;
	const query = { assumption: id };
	const link = (
		<a href={router.link({ view: "requests", query })}>
			Show {plural(uses, "response")}
		</a>
	);
	return (
		<Panel
			{...props}
			label={id}
			title={id}
			takesFocus
			badge={<StatusBadge status={status} />}
		>
			<p>{assumes}</p>
			<Pairs
				class="stacked"
				items={[
					["Why the mock does this", because],
					["Left open by", `Section ${open} of the specification`],
					[
						"Status",
						<RichText text={`${MEANINGS[status]} ${evidence ?? ""}`} />,
					],
					["Responses that depended on it", uses === 0 ? "None so far." : link],
				]}
			/>
		</Panel>
	);
}
