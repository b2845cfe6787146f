import { useRef } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import { useInspector } from "../model/inspector.ts";
import type { Operation } from "../model/operations.ts";
import { type Resource, useResource } from "../model/use-resource.ts";
import { JsonTree } from "../ui/json-view.tsx";
import { describeFault } from "./describe-fault.ts";
import { FaultForm } from "./fault-form.tsx";
import { QuickFaults } from "./quick-faults.tsx";
import { useChange } from "./use-change.ts";

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
		<section class="card" aria-labelledby="faults-heading">
			<div>
				<h2 id="faults-heading">Faults</h2>
				<p class="faint wrap">
					Make requests of session <strong>{session}</strong> fail, to see what
					your app does then.
				</p>
			</div>
			<QuickFaults operations={operations} />
			<FaultList faults={faults} scenario={scenario} />
			<details
				class="behavior-fold"
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
		</section>
	);
}

type SetFault = Awaited<ReturnType<Control["faults"]>>[number];

/** The scenario without faults or other data of its own. */
const NORMAL = "normal";

/** Lists the faults that are set, as sentences, with what is left of each. */
export function FaultList({
	faults: { data: faults, error },
	scenario = NORMAL,
}: {
	readonly faults: Resource<readonly SetFault[]>;
	/** The name of the active scenario. */
	readonly scenario: string | undefined;
}) {
	const { dialogs } = useInspector();
	const { session, run } = useChange();
	const list = useRef<HTMLUListElement>(null);
	// The button that had the focus is gone.
	const focusList = (): void => list.current?.focus();
	async function removeAll(count: number): Promise<void> {
		const isConfirmed = await dialogs.confirm({
			title: `Remove all ${count} faults?`,
			text: `Faults that others set in session ${session} are removed too.`,
			action: "Remove all faults",
		});
		if (!isConfirmed) return;
		await run(
			["faults"],
			(control) => control.clearFaults(),
			`Removed all faults of session ${session}.`,
		);
		focusList();
	}
	if (!faults) return <p class="error">{error}</p>;
	return (
		<div>
			<div class="bar">
				<h3>Set now</h3>
				{faults.length > 1 && (
					<button type="button" onClick={() => removeAll(faults.length)}>
						Remove all faults
					</button>
				)}
			</div>
			<ul
				ref={list}
				class="behavior-faults"
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
					<li key={fault.id}>
						<FaultItem fault={fault} onRemove={focusList} />
					</li>
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
	return (
		<>
			<div class="behavior-fault">
				<span class="grow wrap">
					{sentence}. {isNamed && <span class="faint">Id: {id}</span>}
				</span>
				<button
					type="button"
					aria-label={`Remove fault ${id}: ${sentence}`}
					onClick={async () => {
						await run(
							["faults"],
							(control) => control.removeFault(id),
							`Removed the fault: ${sentence}.`,
						);
						onRemove();
					}}
				>
					Remove
				</button>
			</div>
			{fault.kind === "status" &&
				(fault.body !== undefined || fault.headers !== undefined) && (
					<details class="behavior-fold">
						<summary>Body and headers</summary>
						<JsonTree
							value={{
								...(fault.headers && { headers: fault.headers }),
								...(fault.body !== undefined && { body: fault.body }),
							}}
						/>
					</details>
				)}
		</>
	);
}
