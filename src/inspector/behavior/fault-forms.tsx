import { signal, useSignal } from "@preact/signals";
import { useId, useState } from "preact/hooks";
import type { Fault, StatusFault } from "../../schemas/generated/types.ts";
import { type Operation, requiresForce } from "../model/connection.ts";
import { useInspector, useKeys } from "../model/inspector.ts";
import { Fields, Form, type FormState, Input, useForm } from "../ui/form.tsx";
import { Button, focusInput } from "../ui/parts.tsx";
import type { FormField, FormValues } from "../ui/read-form.ts";
import {
	describeFault,
	FAULT_KINDS,
	type FaultKind,
	labelChoice,
} from "./faults.ts";

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504];

const STATUS: FormField = { name: "status", label: "Status", type: "number" };
const TIMES: FormField = {
	name: "times",
	label: "Number of requests",
	type: "number",
};
const REQUESTS: FormField = {
	name: "requests",
	label: "Which requests",
	type: "choice",
	options: [
		["next", "the next"],
		["all", "all"],
	],
};

// Module-level, so that the input survives a change of the view.
const entered = signal<FormValues>({
	status: "503",
	times: "1",
	requests: "next",
});

/** Whether the status says that a request succeeded or goes on elsewhere. */
const isSuccess = (status: string): boolean => /^\s*[23]\d\d\s*$/.test(status);

/** @param properties those that the user has entered; the mock rejects missing numbers as it does other invalid values */
function toFault(
	operation: string,
	properties: Readonly<Record<string, unknown>>,
	operations: readonly Operation[],
): StatusFault & { kind: "status" } {
	const status = Number(properties.status ?? Number.NaN);
	return {
		kind: "status",
		operation,
		status,
		...(entered.value.requests === "next" && {
			times: Number(properties.times ?? Number.NaN),
		}),
		...(requiresForce(operation, status, operations) && { force: true }),
	};
}

/** Lets requests to an operation fail, with one click. */
export function QuickFaults() {
	const { connection, change } = useInspector();
	const { operations } = connection.service.value;
	const form = useForm(entered, "/0");
	const id = useId();
	const isForAll = form.values.requests === "all";
	const fields = isForAll ? [STATUS] : [STATUS, TIMES];
	useKeys([
		{ key: "f", does: "Fail requests", run: () => focusInput(`${id}-status`) },
	]);
	const fail = (operation: string) =>
		form.submit(fields, (properties) => {
			const fault = toFault(operation, properties, operations);
			return change(
				(control) => control.addFaults([fault]),
				`${describeFault(fault)}.`,
			);
		});
	const verb = isSuccess(String(form.values.status)) ? "Respond to" : "Fail";
	const { errors } = form;
	const messages = fields.flatMap(({ name, label }) =>
		errors.fields[name] ? [`${label}: ${errors.fields[name]}`] : [],
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
					{!isForAll && form.values.times === "1" ? "request" : "requests"}:
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
			<p id={`${id}-error`} class="error" role="alert">
				{[...messages, errors.rest].filter(Boolean).join("\n")}
			</p>
		</div>
	);
}

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
