import { useRef } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { NORMAL } from "../ui/header.tsx";
import { JsonTree } from "../ui/json-view.tsx";
import { Button, Section } from "../ui/parts.tsx";
import { FaultForm, QuickFaults } from "./fault-forms.tsx";
import { describeFault } from "./faults.ts";

interface ScenarioProps {
	/** The name of the active scenario. */
	readonly scenario: string | undefined;
}

/** Adds and lists faults. */
export function FaultSection({ scenario }: ScenarioProps) {
	const { router, sessionName } = useInspector();
	const isFormOpen = router.route.value.query.kind !== undefined;
	const showForm = (isOpen: boolean) =>
		router.go({ query: { kind: isOpen ? "delay" : "" } }, { replace: true });
	return (
		<Section
			title="Faults"
			about={
				<>
					Make requests of session <strong>{sessionName.value}</strong> fail, to
					see what your app does then.
				</>
			}
		>
			<QuickFaults />
			<FaultList scenario={scenario} />
			<details
				open={isFormOpen}
				onToggle={({ currentTarget: { open } }) => {
					if (open !== isFormOpen) showForm(open);
				}}
			>
				<summary>
					Other faults: delays, broken connections, your own body
				</summary>
				{isFormOpen && <FaultForm />}
			</details>
		</Section>
	);
}

/** Lists the faults that are set, as sentences, with what is left of each. */
function FaultList({ scenario = NORMAL }: ScenarioProps) {
	const { sessionName, ask } = useInspector();
	const { data: faults, error } = useResource("faults");
	const list = useRef<HTMLUListElement>(null);
	// The button that had the focus is gone.
	const focusList = (): void => list.current?.focus();
	if (!faults) return <p class="error">{error}</p>;
	const session = sessionName.value;
	const removeAll = () =>
		ask({
			title: `Remove all ${faults.length} faults?`,
			text: `Faults that others set in session ${session} are removed too.`,
			label: "Remove all faults",
			done: `Removed all faults of session ${session}.`,
			run: (control) => control.clearFaults(),
		}).then((isDone) => isDone && focusList());
	return (
		<div>
			<div class="bar">
				<h3>Set now</h3>
				{faults.length > 1 && (
					<Button label="Remove all faults" onClick={removeAll} />
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
	readonly fault: Awaited<ReturnType<Control["faults"]>>[number];
	onRemove(): void;
}) {
	const { run } = useInspector();
	const { id } = fault;
	const sentence = describeFault(fault);
	const isNamed = !/^[0-9]+$/.test(id);
	const remove = () =>
		run(
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
				<Button
					label="Remove"
					aria-label={`Remove fault ${id}: ${sentence}`}
					onClick={remove}
				/>
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
