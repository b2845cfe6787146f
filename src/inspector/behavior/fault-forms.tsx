import { signal, useSignal } from "@preact/signals";
import { useId, useState } from "preact/hooks";
import type { Fault } from "../../schemas/generated/types.ts";
import { requiresForce } from "../model/connection.ts";
import { useInspector, useKeys } from "../model/inspector.ts";
import { Fields, Form, Input } from "../ui/form.tsx";
import {
	defineField,
	type FormField,
	type FormState,
	type FormValues,
	useForm,
} from "../ui/form-state.ts";
import { Alert, Button, focusInput } from "../ui/parts.tsx";
import { describeFault, FAULT_KINDS, type FaultKind } from "./faults.ts";

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504];

const STATUS = defineField("status", "Status", "number");
const TIMES = defineField("times", "Number of requests", "number");
const REQUESTS = defineField("requests", "Which requests", "choice", {
	options: Object.entries({ next: "the next", all: "all" }),
});

// At module level, so that the input survives a change of the view.
const entered = signal<FormValues>({
	status: "503",
	times: "1",
	requests: "next",
});

/** Whether the status is a success or a redirect. */
const isSuccess = (status: string): boolean => /^\s*[23]\d\d\s*$/.test(status);

/** Makes requests to an operation fail, with one click. */
export function QuickFaults() {
	const { connection, change } = useInspector();
	const { operations } = connection.service.value;
	const form = useForm(entered, "/0");
	const { values, errors } = form;
	const id = useId();
	const isForAll = values.requests === "all";
	const fields = isForAll ? [STATUS] : [STATUS, TIMES];
	useKeys([
		{ key: "f", does: "Fail requests", run: () => focusInput(`${id}-status`) },
	]);
	const fail = (operation: string) =>
		form.submit(fields, (properties) => {
			// The mock rejects missing numbers like other invalid values.
			const status = Number(properties.status);
			const times = Number(properties.times);
			const fault = {
				kind: "status",
				operation,
				status,
				...(!isForAll && { times }),
				...(requiresForce(operation, status, operations) && { force: true }),
			} as const;
			const done = `${describeFault(fault)}.`;
			return change((control) => control.addFaults([fault]), done);
		});
	const verb = isSuccess(String(values.status)) ? "Respond to" : "Fail";
	const messages = fields.flatMap(({ name, label }) =>
		errors.fields[name] ? `${label}: ${errors.fields[name]}` : [],
	);
	const input = (field: FormField, attributes: object) => (
		<Input
			form={form}
			field={field}
			aria-invalid={errors.fields[field.name] !== undefined}
			aria-describedby={`${id}-error`}
			{...attributes}
		/>
	);
	return (
		<div class="quick raised stack">
			<div class="row">
				<label for={`${id}-status`}>Respond with status</label>
				{input(STATUS, { id: `${id}-status`, list: `${id}-statuses` })}
				<datalist id={`${id}-statuses`}>
					{STATUSES.map((each) => (
						<option key={each} value={each} />
					))}
				</datalist>
				to {input(REQUESTS, { "aria-label": REQUESTS.label })}
				{!isForAll &&
					input(TIMES, { type: "number", min: 1, "aria-label": TIMES.label })}
				<span>
					{!isForAll && values.times === "1" ? "request" : "requests"}:
				</span>
			</div>
			<fieldset aria-label="Operations">
				{operations.map(({ id, method, path, summary }) => (
					<Button
						label={`${verb} ${id}`}
						key={id}
						title={`${summary} (${method} ${path})`}
						onClick={() => fail(id)}
					/>
				))}
				<Button label={`${verb} every operation`} onClick={() => fail("*")} />
			</fieldset>
			<Alert
				id={`${id}-error`}
				text={[...messages, errors.rest].filter(Boolean).join("\n")}
			/>
		</div>
	);
}

/**
 * Returns the form for a kind of fault: its values, the fields in the address, and a function that adds the fault.
 */
function useFaultForm(kind: FaultKind, fields: readonly FormField[]) {
	const { router, connection, change } = useInspector();
	const { operations } = connection.service.value;
	const values = useSignal<FormValues>({ times: "1" });
	const entered = useForm(values, "/0");
	const ids = operations.map(({ id }) => id);
	const operation = router.route.value.query.operation ?? ids[0] ?? "*";
	const scope = [
		defineField("kind", "What happens", "choice", {
			description: kind.description,
			options: FAULT_KINDS.map(({ kind, label }) => [kind, label]),
		}),
		defineField("operation", "Operation", "choice", {
			options: [
				...ids.map((id) => [id, id] as const),
				["*", "every operation"],
			],
		}),
	];
	const status = Number(values.value.status);
	const form: FormState = {
		...entered,
		values: {
			force: status >= 100 && requiresForce(operation, status, operations),
			...values.value,
			kind: kind.kind,
			operation,
		},
		set(name, value) {
			if (name !== "kind" && name !== "operation")
				return entered.set(name, value);
			entered.clearErrors();
			router.go({ query: { [name]: String(value) } }, { replace: true });
		},
	};
	const add = () =>
		form.submit(
			[...scope, ...fields],
			(properties) => {
				// The mock validates the fault; the fields of the form come from the same schema.
				const fault: Fault = JSON.parse(JSON.stringify(properties));
				const done = "Added the fault.";
				return change((control) => control.addFaults([fault]), done);
			},
			form.values,
		);
	return { form, scope, add };
}

/** Adds a fault of any kind. The fields come from the schema of the kind. */
export function FaultForm({ kind }: { readonly kind: FaultKind }) {
	const [choice, setChoice] = useState(0);
	const { alternatives, more } = kind;
	const chosen = alternatives[choice] ?? alternatives[0] ?? [];
	const main = [...chosen, ...kind.main];
	const { form, scope, add } = useFaultForm(kind, [...main, ...more]);
	return (
		<Form
			form={form}
			main={main}
			more={more}
			summary={more.map(({ name }) => name).join(", ")}
			action="Add fault"
			onSubmit={add}
		>
			<Fields form={form} fields={scope} />
			{alternatives.length > 1 && (
				<fieldset>
					<legend>Time to wait</legend>
					{alternatives.map((fields, index) => (
						<label key={fields[0]?.name}>
							<input
								type="radio"
								name="choice"
								checked={index === choice}
								onChange={() => {
									form.clearErrors();
									setChoice(index);
								}}
							/>{" "}
							{kind.choices[index]}
						</label>
					))}
				</fieldset>
			)}
		</Form>
	);
}
