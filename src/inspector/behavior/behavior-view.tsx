import "./behavior.css";
import { signal, useSignal } from "@preact/signals";
import type { SessionInfo } from "../../control/control.ts";
import { clockSchemas } from "../../schemas/generated/commands.ts";
import type { UserAction } from "../model/actions.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { Field, Form, SubmitForm } from "../ui/form.tsx";
import {
	defineField,
	type FormField,
	type FormValues,
	toSentence,
	useForm,
} from "../ui/form-state.ts";
import { Alert, Button, Pairs, plural, Section } from "../ui/parts.tsx";
import { FaultSection } from "./fault-section.tsx";
import { ForwardSection } from "./forward-section.tsx";

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
function ClockSection() {
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

/** Changes the behavior of the mock in the session. */
export const BehaviorView = () => (
	<div class="view scrolled">
		<div class="behavior page">
			<div class="stack">
				<FaultSection />
				<ForwardSection />
			</div>
			<div class="stack">
				<ScenarioSection />
				<ClockSection />
				<SessionSection />
			</div>
		</div>
	</div>
);

/** Shows the effect of each scenario, and the active one. */
function ScenarioSection() {
	const { data, error } = useResource("scenarios");
	const { run } = useInspector();
	const choose = (name: string) =>
		run((control) => control.setScenario(name), `Scenario: ${name}.`);
	return (
		<Section
			title="Scenario"
			about="How the mock behaves in session {session}, until you choose another one."
		>
			<Alert text={data ? "" : error} />
			<div role="radiogroup" aria-label="Scenario">
				{data?.available.map(({ name, description }) => (
					<label key={name} class="scenario">
						<input
							type="radio"
							name="scenario"
							checked={name === data.active}
							onChange={() => choose(name)}
						/>
						<span>
							<strong>{name}</strong> <span class="faint">{description}</span>
						</span>
					</label>
				))}
			</div>
		</Section>
	);
}

/** Returns actions on the session that destroy shared data, each with an explanation. */
function useSessionActions() {
	const { router, sessionName } = useInspector();
	const session = sessionName.value;
	const text = `All clients that use session ${session} lose its records, snapshots, recorded requests, faults, forwarding and scenario. This cannot be undone.`;
	const actions: readonly (UserAction & { readonly explanation: string })[] = [
		{
			label: "Reset everything",
			explanation:
				"Restores the state, the scenario, faults and forwarding of the start, and removes snapshots and recorded requests.",
			title: `Reset everything of session ${session}?`,
			text,
			done: `Reset everything of session ${session}: it is as at its start.`,
			run: (control) => control.reset({ all: true }),
		},
		{
			label: "Delete session",
			explanation:
				"Removes the session with all it has. The next request that names it starts it as new.",
			title: `Delete session ${session}?`,
			text,
			done: `Deleted session ${session}.`,
			run: async (control) => {
				await control.deleteSession(session);
				router.go({ query: { session: "" } }, { replace: true });
			},
		},
	];
	return actions;
}

/** Describes the contents of a session, if the mock has it. */
const describeSession = (info: SessionInfo | undefined): string =>
	info
		? `It has ${plural(info.requests, "recorded request")} and ${plural(info.faults, "fault")}; its scenario is ${info.scenario}.`
		: "It has not been used yet, so it has nothing to reset.";

/** Starts the state anew from a dataset and a seed. */
function StartForm() {
	const { changeIfConfirmed, sessionName } = useInspector();
	const { data } = useResource("datasets");
	const entered = useSignal<FormValues>({});
	const form = useForm(entered);
	const { dataset = "", seed = "", available = [] } = data ?? {};
	const fields = [
		defineField("dataset", "Dataset", "choice", {
			options: available.map((name) => [name, name]),
		}),
		defineField("seed", "Seed", "number"),
	];
	const shown = {
		...form,
		values: { dataset, seed: `${seed}`, ...form.values },
	};
	const submit = () =>
		form.submit(
			fields,
			async (origin) => {
				const session = sessionName.value;
				const isDone = await changeIfConfirmed({
					title: `Reset the state of session ${session}?`,
					text: `All clients that use session ${session} lose its records. It starts anew from the dataset ${origin.dataset}, and so does its clock.`,
					label: "Reset state",
					done: `Reset the state of session ${session}.`,
					isUndoable: true,
					run: (control) => control.reset(origin),
				});
				if (isDone) entered.value = {};
			},
			shown.values,
		);
	return (
		<SubmitForm class="start" onSubmit={submit}>
			{fields.map((field) => (
				<Field key={field.name} form={shown} field={field} />
			))}
			<button type="submit">Reset state</button>
			<Alert text={form.errors.rest} />
		</SubmitForm>
	);
}

/** Resets or deletes the session. */
function SessionSection() {
	const { sessionName, ask } = useInspector();
	const { data } = useResource("sessions");
	const info = data?.find(({ id }) => id === sessionName.value);
	const items = useSessionActions().map((action) => {
		const { label, explanation } = action;
		const isUnused = data && !info;
		const run = () => ask(action);
		return [
			<Button label={label} class="danger" disabled={isUnused} onClick={run} />,
			explanation,
		] as const;
	});
	return (
		<Section
			title={`Session ${sessionName.value}`}
			about={data ? describeSession(info) : ""}
		>
			<StartForm />
			<Pairs items={items} valueClass="faint" />
		</Section>
	);
}
