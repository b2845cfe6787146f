import { signal } from "@preact/signals";
import { clockSchemas } from "../../schemas/generated/commands.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { Form } from "../ui/form.tsx";
import {
	defineField,
	type FormField,
	type FormValues,
	toSentence,
	useForm,
} from "../ui/form-state.ts";
import { Alert, Button, Section } from "../ui/parts.tsx";

function createField(name: keyof typeof clockSchemas): FormField {
	const schema = clockSchemas[name];
	return defineField(name, schema["x-title"], "text", {
		description: toSentence(schema.description),
		placeholder: schema["x-sample"],
		isRequired: true,
	});
}

const TIME = createField("time");
const STEP = createField("by");

// Module-level, so that the input survives a change of the view.
const time = signal<FormValues>({});
const step = signal<FormValues>({ by: "1h" });

interface ClockFormProps {
	readonly field: FormField;
	readonly values: typeof time;
	/** What the button says that submits. */
	readonly action: string;
	readonly change: (text: string) => Promise<unknown>;
}

/** Sends one value, and shows what is wrong with it. */
function ClockForm({ field, values, action, change }: ClockFormProps) {
	const form = useForm(values);
	const submit = () =>
		form.submit([field], (properties) =>
			change(String(properties[field.name])),
		);
	return (
		<Form form={form} fields={[field]} action={action} onSubmit={submit} />
	);
}

/** Shows the clock of the session, and changes it. */
export function ClockSection() {
	const { data, error } = useResource("clock");
	const { change, run } = useInspector();
	const set = (text: string) =>
		change((control) => control.clock.set(text), "Set the clock.");
	const advance = (text: string) =>
		change((control) => control.clock.advance(text), `Advanced by ${text}.`);
	const freeze = () =>
		run((control) => control.clock.freeze(), "Froze the clock.");
	const release = () =>
		run((control) => control.clock.set("system"), "The clock shows real time.");
	return (
		<Section
			title="Clock"
			about="The time of new records in session {session}. A frozen clock advances by 1 ms at each accepted write."
		>
			<Alert text={data ? "" : error} />
			<div class="row">
				{data && (
					<p class="grow">
						<time dateTime={data.time}>{data.time}</time>{" "}
						<span class="badge">{data.frozen ? "frozen" : "running"}</span>
					</p>
				)}
				<Button label="Freeze" disabled={data?.frozen} onClick={freeze} />
				<Button label="Use real time" onClick={release} />
			</div>
			<div class="fields">
				<ClockForm field={TIME} values={time} action="Set time" change={set} />
				<ClockForm
					field={STEP}
					values={step}
					action="Advance"
					change={advance}
				/>
			</div>
		</Section>
	);
}
