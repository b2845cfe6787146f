import { useRef } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import { useInspector } from "../model/inspector.ts";
import type { Operation } from "../model/operations.ts";
import { type Resource, useResource } from "../model/use-resource.ts";
import { JsonTree } from "../ui/json-view.tsx";
import { Section } from "../ui/parts.tsx";
import { describeFault } from "./describe-fault.ts";
import { FaultForm } from "./fault-form.tsx";
import { QuickFaults } from "./quick-faults.tsx";
import { useChange } from "./use-change.ts";

type SetFault = Awaited<ReturnType<Control["faults"]>>[number];

/** The scenario without faults or other data of its own. */
const NORMAL = "normal";

const loadFaults = (control: Control) => control.faults();

/** Adds and lists faults. */
export function FaultSection({
	operations,
	scenario,
}: {
	readonly operations: readonly Operation[];
	/** The name of the active scenario. */
	readonly scenario: string | undefined;
}) {
	const faults = useResource(loadFaults, ["faults"]);
	const { router } = useInspector();
	const { session } = useChange();
	const isFormOpen = router.route.value.query.kind !== undefined;
	return (
		<Section
			title="Faults"
			about={
				<>
					Make requests of session <strong>{session}</strong> fail, to see what
					your app does then.
				</>
			}
		>
			<QuickFaults operations={operations} />
			<FaultList faults={faults} scenario={scenario} />
			<details
				open={isFormOpen}
				onToggle={({ currentTarget: { open } }) => {
					if (open !== isFormOpen)
						router.go(
							{ query: { kind: open ? "delay" : "" } },
							{ replace: true },
						);
				}}
			>
				<summary>
					Other faults: delays, broken connections, your own body
				</summary>
				{isFormOpen && <FaultForm operations={operations} />}
			</details>
		</Section>
	);
}

/** Lists the faults that are set, as sentences, with what is left of each. */
function FaultList({
	faults: { data: faults, error },
	scenario = NORMAL,
}: {
	readonly faults: Resource<readonly SetFault[]>;
	readonly scenario: string | undefined;
}) {
	const { session, run } = useChange();
	const list = useRef<HTMLUListElement>(null);
	// The button that had the focus is gone.
	const focusList = (): void => list.current?.focus();
	if (!faults) return <p class="error">{error}</p>;
	const removeAll = () =>
		run(
			["faults"],
			(control) => control.clearFaults(),
			`Removed all faults of session ${session}.`,
			{
				title: `Remove all ${faults.length} faults?`,
				text: `Faults that others set in session ${session} are removed too.`,
				action: "Remove all faults",
			},
		).then((isDone) => isDone && focusList());
	return (
		<div>
			<div class="bar">
				<h3>Set now</h3>
				{faults.length > 1 && (
					<button type="button" onClick={removeAll}>
						Remove all faults
					</button>
				)}
			</div>
			<ul
				ref={list}
				class="rows"
				tabIndex={-1}
				aria-label="Faults that are set"
				aria-live="polite"
			>
				{faults.length === 0 && (
					<li class="faint">
						No faults are set.
						{scenario !== NORMAL && ` The scenario ${scenario} is in effect.`}
					</li>
				)}
				{faults.map((fault) => (
					<FaultItem key={fault.id} fault={fault} onRemove={focusList} />
				))}
			</ul>
		</div>
	);
}

function FaultItem({
	fault,
	onRemove,
}: {
	readonly fault: SetFault;
	onRemove(): void;
}) {
	const { run } = useChange();
	const { id } = fault;
	const sentence = describeFault(fault);
	const isNamed = !/^[0-9]+$/.test(id);
	const remove = () =>
		run(
			["faults"],
			(control) => control.removeFault(id),
			`Removed the fault: ${sentence}.`,
		).then(onRemove);
	const { body, headers } =
		fault.kind === "status" ? fault : { body: undefined, headers: undefined };
	return (
		<li>
			<div class="bar">
				<span class="grow">
					{sentence}. {isNamed && <span class="faint">Id: {id}</span>}
				</span>
				<button
					type="button"
					aria-label={`Remove fault ${id}: ${sentence}`}
					onClick={remove}
				>
					Remove
				</button>
			</div>
			{(body !== undefined || headers !== undefined) && (
				<details>
					<summary>Body and headers</summary>
					<JsonTree
						value={{
							...(headers && { headers }),
							...(body !== undefined && { body }),
						}}
					/>
				</details>
			)}
		</li>
	);
}
