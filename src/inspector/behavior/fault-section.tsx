import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import type { Fault } from "../../schemas/generated/types.ts";
import { requiresForce } from "../model/connection.ts";
import {
	focusInput,
	useInspector,
	useKeys,
	useResource,
} from "../model/inspector.ts";
import { Field, MoreFields } from "../ui/form.tsx";
import { defineField, type FormValues, useForm } from "../ui/form-state.ts";
import { NORMAL } from "../ui/header.tsx";
import { JsonTree } from "../ui/json-view.tsx";
import { Alert, Button, Section } from "../ui/parts.tsx";
import { describeFault, FAULT_KINDS, type FaultKind } from "./faults.ts";
import { OperationList } from "./operation-list.tsx";

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

// Module-level, so that the input survives a change of the view.
const entered = signal<FormValues>({ status: "503", times: "1" });

/** Whether the status says that a request succeeded or goes on elsewhere. */
const isSuccess = (status: unknown): boolean =>
	/^\s*[23]\d\d\s*$/.test(String(status));

/** Returns the word for adding a fault. */
function verbOf(kind: string, status: unknown): string {
	if (kind === "delay" || kind === "drip") return "Slow down";
	return kind === "status" && isSuccess(status) ? "Respond to" : "Fail";
}

const KIND_ID = "fault-kind";
const KIND = defineField("kind", "What happens", "choice", {
	options: FAULT_KINDS.map(({ kind, label }) => [kind, label]),
});

/** Adds a fault of any kind to an operation, with one click. The fields come from the schema of the kind. */
function FaultForm({ kind }: { readonly kind: FaultKind }) {
	const { router, connection, change } = useInspector();
	const { operations } = connection.service.value;
	const [choice, setChoice] = useState(0);
	const form = useForm(entered, "/0");
	const { alternatives } = kind;
	const chosen = alternatives[choice] ?? alternatives[0] ?? [];
	const main = [...chosen, ...kind.main];
	// It follows from the status and the operation.
	const more = kind.more.filter(({ name }) => name !== "force");
	const status = Number(form.values.status);
	const add = (operation: string) =>
		form.submit([...main, ...more], (properties) => {
			const isForced =
				kind.kind === "status" && requiresForce(operation, status, operations);
			const given = { ...properties, kind: kind.kind, operation };
			// The mock validates the fault; the fields of the form come from the same schema.
			const fault: Fault = JSON.parse(
				JSON.stringify({ ...given, ...(isForced && { force: true }) }),
			);
			const done = `${describeFault(fault)}.`;
			return change((control) => control.addFaults([fault]), done);
		});
	useKeys([
		{ key: "f", does: "Fail requests", run: () => focusInput("fault-status") },
	]);
	return (
		<div class="stack">
			<div class="fields">
				<Field
					id={KIND_ID}
					field={KIND}
					form={{
						...form,
						values: { kind: kind.kind },
						set(_, value) {
							form.clearErrors();
							router.go({ query: { kind: String(value) } }, { replace: true });
						},
					}}
				/>
				{alternatives.length > 1 && (
					<Field
						field={defineField("choice", "Time to wait", "choice", {
							options: kind.choices.map((each, index) => [`${index}`, each]),
						})}
						form={{
							...form,
							values: { choice: `${choice}` },
							set(_, value) {
								form.clearErrors();
								setChoice(Number(value));
							},
						}}
					/>
				)}
				{main.map((field) => (
					<Field
						key={field.name}
						form={form}
						field={field}
						{...(field.name === "status" && { id: "fault-status" })}
					/>
				))}
			</div>
			<MoreFields
				form={form}
				fields={more}
				summary={more.map(({ name }) => name).join(", ")}
			/>
			<Alert text={form.errors.rest} />
			<OperationList verb={verbOf(kind.kind, form.values.status)} onAdd={add} />
		</div>
	);
}
