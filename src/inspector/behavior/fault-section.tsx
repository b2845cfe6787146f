import { useRef } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { NORMAL } from "../ui/header.tsx";
import { JsonTree } from "../ui/json-view.tsx";
import { Button, Section } from "../ui/parts.tsx";
import { FaultForm } from "./fault-forms.tsx";
import { describeFault, FAULT_KINDS } from "./faults.ts";

/** Adds and lists faults. */
export function FaultSection() {
	const { router } = useInspector();
	const { kind } = router.route.value.query;
	const shown =
		FAULT_KINDS.find((each) => each.kind === kind) ??
		FAULT_KINDS.find((each) => each.kind === "status");
	return (
		<Section
			title="Operations"
			about="Let the next requests of session {session} fail, to see what your app does then."
		>
			<FaultList />
			{shown && <FaultForm key={shown.kind} kind={shown} />}
		</Section>
	);
}

/** Lists the faults that are set, as sentences with their remaining requests. */
function FaultList() {
	const { sessionName, ask } = useInspector();
	const { data: faults, error } = useResource("faults");
	const { active = NORMAL } = useResource("scenarios").data ?? {};
	const list = useRef<HTMLUListElement>(null);
	// The button with the focus no longer exists.
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
				<h3>Faults that are set</h3>
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
						{active !== NORMAL && ` The scenario ${active} is in effect.`}
					</li>
				)}
				{faults.map((fault) => (
					<FaultItem key={fault.id} fault={fault} onRemove={focusList} />
				))}
			</ul>
		</div>
	);
}

interface FaultProps {
	readonly fault: Awaited<ReturnType<Control["faults"]>>[number];
	onRemove(): void;
}

function FaultItem({ fault, onRemove }: FaultProps) {
	const { run } = useInspector();
	const { id } = fault;
	const sentence = describeFault(fault);
	const isNamed = !/^[0-9]+$/.test(id);
	const done = `Removed the fault: ${sentence}.`;
	const remove = () =>
		run((control) => control.removeFault(id), done).then(onRemove);
	const own = Object.entries(fault).filter(
		([name]) => name === "headers" || name === "body",
	);
	return (
		<li>
			<div class="bar">
				<span class="grow">
					{sentence}. {isNamed && <span class="faint">Id: {id}</span>}
				</span>
				<Button
					label="Remove"
					class="quiet"
					aria-label={`Remove fault ${id}: ${sentence}`}
					onClick={remove}
				/>
			</div>
			{own.length > 0 && (
				<details>
					<summary>Body and headers</summary>
					<JsonTree value={Object.fromEntries(own.reverse())} />
				</details>
			)}
		</li>
	);
}
