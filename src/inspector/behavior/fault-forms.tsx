import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Fault } from "../../schemas/generated/types.ts";
import { requiresForce } from "../model/connection.ts";
import { focusInput, useInspector, useKeys } from "../model/inspector.ts";
import { Field, MoreFields } from "../ui/form.tsx";
import { defineField, type FormValues, useForm } from "../ui/form-state.ts";
import { Alert } from "../ui/parts.tsx";
import { describeFault, FAULT_KINDS, type FaultKind } from "./faults.ts";
import { OperationList } from "./operation-list.tsx";

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
export function FaultForm({ kind }: { readonly kind: FaultKind }) {
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
