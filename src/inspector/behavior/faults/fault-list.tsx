import { useRef } from "preact/hooks";
import type { Control } from "../../../control/control.ts";
import { useInspector } from "../../model/use-inspector.ts";
import type { Resource } from "../../model/use-resource.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { useChange } from "../use-change.ts";
import { describeFault } from "./describe-fault.ts";

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
