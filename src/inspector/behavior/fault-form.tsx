import { useId, useState } from "preact/hooks";
import type { Fault } from "../../schemas/generated/types.ts";
import { useInspector } from "../model/inspector.ts";
import { type Operation, requiresForce } from "../model/operations.ts";
import { FaultInput, Field } from "../ui/field.tsx";
import {
	type FieldErrors,
	findFieldErrors,
	NO_ERRORS,
	withoutError,
} from "../ui/field-errors.ts";
import { RichText } from "../ui/parts.tsx";
import { type FormValues, readFaultForm } from "../ui/read-form.ts";
import { FAULT_KINDS, labelChoice } from "./fault-fields.ts";
import { useChange } from "./use-change.ts";

const INITIAL: FormValues = { times: "1" };

/** Adds a fault of any kind. The fields come from the schema of the kind. */
export function FaultForm({
	operations,
}: {
	readonly operations: readonly Operation[];
}) {
	const { router } = useInspector();
	const { submit } = useChange();
	const { query } = router.route.value;
	const [values, setValues] = useState(INITIAL);
	const [choice, setChoice] = useState(0);
	const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
	const group = useId();
	const kind =
		FAULT_KINDS.find((each) => each.kind === query.kind) ?? FAULT_KINDS[0];
	if (!kind) return null;
	const operation = query.operation ?? operations[0]?.id ?? "*";
	const { alternatives, main, more } = kind;
	const chosen = alternatives[choice] ?? alternatives[0] ?? [];
	const fields = [...chosen, ...main, ...more];
	const isForced =
		values.force ??
		(kind.kind === "status" &&
			/^\s*[0-9]{3}\s*$/.test(String(values.status)) &&
			requiresForce(operation, Number(values.status), operations));

	function select(changed: Readonly<Record<string, string>>): void {
		setErrors(NO_ERRORS);
		router.go({ query: changed }, { replace: true });
	}
	async function add(): Promise<void> {
		const read = readFaultForm(fields, { ...values, force: isForced });
		if (Object.keys(read.errors).length > 0) {
			setErrors({ fields: read.errors, rest: "" });
			return;
		}
		// The mock validates the fault; the fields of the form come from the same schema.
		const fault: Fault = JSON.parse(
			JSON.stringify({ kind: kind?.kind, operation, ...read.properties }),
		);
		try {
			await submit(
				["faults"],
				(control) => control.addFaults([fault]),
				"Added the fault.",
			);
			setErrors(NO_ERRORS);
		} catch (error) {
			const names = ["operation", ...fields.map(({ name }) => name)];
			setErrors(findFieldErrors(error, names, "/0"));
		}
	}
	const input = (field: (typeof fields)[number]) => (
		<FaultInput
			key={field.name}
			field={field}
			value={field.name === "force" ? isForced : (values[field.name] ?? "")}
			error={errors.fields[field.name]}
			onInput={(value) => {
				setErrors(withoutError(errors, field.name));
				setValues({ ...values, [field.name]: value });
			}}
		/>
	);
	return (
		<form
			class="behavior-form"
			onSubmit={(event) => {
				event.preventDefault();
				add();
			}}
		>
			<div class="behavior-fields">
				<Field name="kind" label="What happens" hint={kind.description}>
					{(props) => (
						<select
							{...props}
							value={kind.kind}
							onChange={({ currentTarget }) =>
								select({ kind: currentTarget.value })
							}
						>
							{FAULT_KINDS.map(({ kind: name, label }) => (
								<option key={name} value={name}>
									{label}
								</option>
							))}
						</select>
					)}
				</Field>
				<Field
					name="operation"
					label="Operation"
					error={errors.fields.operation}
				>
					{(props) => (
						<select
							{...props}
							value={operation}
							onChange={({ currentTarget }) =>
								select({ operation: currentTarget.value })
							}
						>
							{operations.map(({ id }) => (
								<option key={id} value={id}>
									{id}
								</option>
							))}
							<option value="*">every operation</option>
						</select>
					)}
				</Field>
			</div>
			{alternatives.length > 1 && (
				<fieldset class="behavior-choice">
					<legend class="label">Time to wait</legend>
					{alternatives.map((each, index) => (
						<label key={each[0]?.name}>
							<input
								type="radio"
								name={group}
								checked={index === choice}
								onChange={() => {
									setErrors(NO_ERRORS);
									setChoice(index);
								}}
							/>{" "}
							{labelChoice(each)}
						</label>
					))}
				</fieldset>
			)}
			<div class="behavior-fields">{[...chosen, ...main].map(input)}</div>
			<details
				class="behavior-fold"
				open={more.some(({ name }) => errors.fields[name] !== undefined)}
			>
				<summary>More: {more.map(({ name }) => name).join(", ")}</summary>
				<div class="behavior-fields">{more.map(input)}</div>
			</details>
			<div class="buttons">
				<button type="submit" class="primary">
					Add fault
				</button>
			</div>
			<p class="error" role="alert">
				<RichText text={errors.rest} />
			</p>
		</form>
	);
}
