import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Fault } from "../../schemas/generated/types.ts";
import { useInspector } from "../model/inspector.ts";
import { type Operation, requiresForce } from "../model/operations.ts";
import { Fields, Form, type FormState, useForm } from "../ui/form.tsx";
import type { FormField, FormValues } from "../ui/read-form.ts";
import { FAULT_KINDS, type FaultKind, labelChoice } from "./fault-fields.ts";

const scopeFields = (
	{ description }: FaultKind,
	operations: readonly Operation[],
): readonly FormField[] => [
	{
		name: "kind",
		label: "What happens",
		type: "choice",
		description,
		options: FAULT_KINDS.map(({ kind, label }) => [kind, label]),
	},
	{
		name: "operation",
		label: "Operation",
		type: "choice",
		options: [
			...operations.map(({ id }) => [id, id] as const),
			["*", "every operation"],
		],
	},
];

/** Adds a fault of any kind. The fields come from the schema of the kind. */
export function FaultForm() {
	const { router, connection, change } = useInspector();
	const { operations } = connection.service.value;
	const { query } = router.route.value;
	const values = useSignal<FormValues>({ times: "1" });
	const entered = useForm(values, "/0");
	const [choice, setChoice] = useState(0);
	const kind =
		FAULT_KINDS.find((each) => each.kind === query.kind) ?? FAULT_KINDS[0];
	if (!kind) return null;
	const operation = query.operation ?? operations[0]?.id ?? "*";
	const { alternatives, main, more } = kind;
	const chosen = alternatives[choice] ?? alternatives[0] ?? [];
	const scope = scopeFields(kind, operations);
	const { status } = values.value;
	const force =
		kind.kind === "status" &&
		/^\s*[0-9]{3}\s*$/.test(String(status)) &&
		requiresForce(operation, Number(status), operations);
	/** The address keeps the kind and the operation. */
	const form: FormState = {
		...entered,
		values: { force, ...values.value, kind: kind.kind, operation },
		set(name, value) {
			if (!scope.some((field) => field.name === name)) {
				entered.set(name, value);
				return;
			}
			entered.clearErrors();
			router.go({ query: { [name]: String(value) } }, { replace: true });
		},
	};
	const add = () =>
		form.submit(
			[...scope, ...chosen, ...main, ...more],
			(properties) => {
				// The mock validates the fault; the fields of the form come from the same schema.
				const fault: Fault = JSON.parse(JSON.stringify(properties));
				return change(
					(control) => control.addFaults([fault]),
					"Added the fault.",
				);
			},
			form.values,
		);
	return (
		<Form
			form={form}
			main={[...chosen, ...main]}
			more={more}
			summary={more.map(({ name }) => name).join(", ")}
			action="Add fault"
			onSubmit={add}
		>
			<Fields form={form} fields={scope} />
			<Alternatives
				alternatives={alternatives}
				choice={choice}
				onChoose={(index) => {
					form.clearErrors();
					setChoice(index);
				}}
			/>
		</Form>
	);
}

function Alternatives({
	alternatives,
	choice,
	onChoose,
}: Pick<FaultKind, "alternatives"> & {
	readonly choice: number;
	onChoose(index: number): void;
}) {
	if (alternatives.length < 2) return null;
	return (
		<fieldset>
			<legend>Time to wait</legend>
			{alternatives.map((each, index) => (
				<label key={each[0]?.name}>
					<input
						type="radio"
						name="choice"
						checked={index === choice}
						onChange={() => onChoose(index)}
					/>{" "}
					{labelChoice(each)}
				</label>
			))}
		</fieldset>
	);
}
