import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ForwardInfo } from "../../control/forward-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { Form, useForm } from "../ui/form.tsx";
import { Alert, Button, Section } from "../ui/parts.tsx";
import type { FormField, FormValues } from "../ui/read-form.ts";

/** Lets a real service respond to operations. */
export function ForwardSection() {
	const { sessionName } = useInspector();
	const { data: forward, error } = useResource("forward");
	return (
		<Section
			title="Real service"
			about={
				<>
					A real service can respond to some operations of session{" "}
					<strong>{sessionName.value}</strong>, and the mock to the others. The
					mock checks each such exchange against the OpenAPI document.
				</>
			}
		>
			<Alert text={forward ? "" : error} />
			{forward?.url === null && (
				<details>
					<summary>Forward operations to a real service</summary>
					<ForwardForm />
				</details>
			)}
			{forward && forward.url !== null && <ActiveForward forward={forward} />}
		</Section>
	);
}

interface ForwardProps {
	readonly forward: ForwardInfo;
}

/** Shows which operations a real service responds to, and switches them. */
function ActiveForward({ forward }: ForwardProps) {
	const { router } = useInspector();
	const { url, headers, lostHeaders, timeoutMs, strict } = forward;
	const names = Object.keys(headers);
	const violations = {
		view: "requests",
		query: { only: "violations" },
	} as const;
	return (
		<>
			<p>
				Selected operations go to <strong>{url}</strong>
				{names.length > 0 && ` with ${names.join(", ")}`}.
				{lostHeaders.length > 0 &&
					` The restart of the mock lost the values of ${lostHeaders.join(", ")}: start forwarding again with these headers.`}
				{strict && " Exchanges that violate the OpenAPI document get 502."}
			</p>
			<ForwardedOperations forward={forward} />
			<p class="faint">
				Violations are the places where an exchange with the real service does
				not match the OpenAPI document.{" "}
				<a href={router.link(violations)}>Show requests with violations</a>
			</p>
			<details>
				<summary>Change URL, credentials and limits</summary>
				<ForwardForm key={`${url} ${timeoutMs} ${strict}`} current={forward} />
			</details>
		</>
	);
}

/** Returns functions that change which operations a real service responds to. */
function useForwarding({ url, headers }: ForwardInfo) {
	const { sessionName, run, ask } = useInspector();
	const previous = useRef<Promise<unknown>>(Promise.resolve());
	/** Changes the operations that are forwarded at that time: others, or a click just before, may have changed them. */
	const change = (
		select: (forwarded: readonly string[]) => readonly string[],
		done: string,
	): void => {
		previous.current = previous.current.then(() =>
			run(async (control) => {
				const { operations } = await control.forward();
				await control.setForward({ only: select(operations) });
			}, done),
		);
	};
	const toggle = (id: string, isOn: boolean): void =>
		change(
			(current) => [
				...current.filter((each) => each !== id),
				...(isOn ? [id] : []),
			],
			isOn ? `${id} now goes to ${url}.` : `The mock now responds to ${id}.`,
		);
	const names = Object.keys(headers).join(", ");
	const stop = () =>
		ask({
			title: "Stop forwarding?",
			text: `The mock then responds to all operations for all clients of session ${sessionName.value}, and forgets the URL${names && ` and the values of ${names}`}.`,
			label: "Stop forwarding",
			done: "Stopped forwarding: the mock responds to all operations.",
			run: (control) => control.clearForward(),
		});
	return { change, toggle, stop };
}

/** Switches the responder of each operation, and of all. */
function ForwardedOperations({ forward }: ForwardProps) {
	const { operations } = useInspector().connection.service.value;
	const { change, toggle, stop } = useForwarding(forward);
	const forwarded = forward.operations;
	const forwardAll = () =>
		change(
			() => operations.map(({ id }) => id),
			`All operations now go to ${forward.url}.`,
		);
	const forwardNone = () =>
		change(() => [], "The mock now responds to all operations.");
	return (
		<>
			<ul class="rows" aria-label="Responder of each operation">
				{operations.map(({ id, method, path }) => (
					<li key={id} class="bar">
						<label class="grow">
							<input
								type="checkbox"
								aria-label={`Forward ${id}`}
								checked={forwarded.includes(id)}
								onChange={({ currentTarget: { checked } }) =>
									toggle(id, checked)
								}
							/>{" "}
							<strong>{id}</strong>{" "}
							<code class="faint">
								{method} {path}
							</code>
						</label>
						{forwarded.includes(id) ? (
							<span class="badge odd">real service</span>
						) : (
							<span class="faint">mock</span>
						)}
					</li>
				))}
			</ul>
			<div class="row">
				<Button
					label="Forward all"
					disabled={forwarded.length === operations.length}
					onClick={forwardAll}
				/>
				<Button
					label="Forward none"
					disabled={forwarded.length === 0}
					onClick={forwardNone}
				/>
				<Button label="Stop forwarding" class="danger" onClick={stop} />
			</div>
		</>
	);
}

const URL_FIELD: FormField = {
	name: "url",
	label: "Base URL of the service",
	type: "url",
	placeholder: "http://127.0.0.1:8080",
};

/** @param names the names of the headers that forwarded requests get */
const detailFields = (names: readonly string[]): readonly FormField[] => [
	{
		name: "headers",
		label: "Headers to send, such as credentials",
		type: "headers",
		description:
			names.length > 0
				? `Now: ${names.join(", ")}, with hidden values. Empty keeps them for the same host; lines replace all of them.`
				: "One per line. The mock shows their values nowhere.",
		placeholder: "Authorization: Bearer …",
	},
	{
		name: "timeoutMs",
		label: "Timeout in ms",
		type: "number",
		description:
			"After this time without progress, the mock responds with 504 (default: 30,000).",
	},
	{
		name: "strict",
		label: "Respond with 502 to exchanges that violate the OpenAPI document",
		type: "flag",
	},
];

/** Starts forwarding, or changes how it works. */
function ForwardForm({
	current,
}: {
	/** The settings that are in effect. */
	readonly current?: ForwardInfo;
}) {
	const { connection, change } = useInspector();
	const values = useSignal<FormValues>({
		url: current?.url ?? "",
		timeoutMs: `${current?.timeoutMs ?? ""}`,
		strict: current?.strict ?? false,
	});
	const form = useForm(values);
	const only: FormField = {
		name: "only",
		label: "Operations to forward",
		type: "set",
		options: connection.service.value.operations.map(({ id }) => [id, id]),
	};
	const main = current ? [URL_FIELD] : [URL_FIELD, only];
	const more = detailFields(Object.keys(current?.headers ?? {}));

	const save = () =>
		form.submit([...main, ...more], async (properties) => {
			const { url = "", strict = false } = properties;
			// The mock validates the settings.
			const settings: ForwardSettings = JSON.parse(
				JSON.stringify({
					only: current?.operations,
					...properties,
					url,
					strict,
				}),
			);
			await change(
				(control) => control.setForward(settings),
				current
					? "Saved the settings of forwarding."
					: `Started forwarding to ${url}.`,
			);
			form.set("headers", "");
		});
	return (
		<Form
			form={form}
			main={main}
			more={more}
			summary="credentials, timeout, strictness"
			isOpen={current !== undefined}
			action={current ? "Save settings" : "Start forwarding"}
			onSubmit={save}
		/>
	);
}
