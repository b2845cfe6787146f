import { useSignal } from "@preact/signals";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { Form, MoreFields } from "../ui/form.tsx";
import {
	defineField,
	type FormField,
	type FormValues,
	useForm,
} from "../ui/form-state.ts";
import { Alert, Button, Section } from "../ui/parts.tsx";
import { useForwarding } from "./operation-list.tsx";

/** Lets a real service respond to operations. */
export function ForwardSection() {
	const { data: forward, error } = useResource("forward");
	return (
		<Section
			title="Real service"
			about="A real service can respond to some operations of session {session}, and the mock to the others. The mock checks each such exchange against the OpenAPI document."
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

/** Shows and switches the operations that a real service responds to. */
function ActiveForward({ forward }: ForwardProps) {
	const { router, connection } = useInspector();
	const { url, headers, lostHeaders, timeoutMs, strict } = forward;
	const names = Object.keys(headers);
	return (
		<>
			<p>
				{forward.operations.length} of{" "}
				{connection.service.value.operations.length} operations go to{" "}
				<strong>{url}</strong>
				{names.length > 0 && ` with ${names.join(", ")}`}.
				{lostHeaders.length > 0 &&
					` The restart of the mock lost the values of ${lostHeaders.join(", ")}: start forwarding again with these headers.`}
				{strict && " Exchanges that violate the OpenAPI document get 502."}
			</p>
			<ForwardAll forward={forward} />
			<p class="faint">
				Violations are the places where an exchange with the real service does
				not match the OpenAPI document.{" "}
				<a
					href={router.link({
						view: "requests",
						query: { only: "violations" },
					})}
				>
					Show requests with violations
				</a>
			</p>
			<details>
				<summary>Change URL, credentials and limits</summary>
				<ForwardForm key={`${url} ${timeoutMs} ${strict}`} forward={forward} />
			</details>
		</>
	);
}

/** Switches the responder of all operations. */
function ForwardAll({ forward }: ForwardProps) {
	const { connection, sessionName, ask } = useInspector();
	const { operations } = connection.service.value;
	const { url, headers } = forward;
	const [forwarded, change] = useForwarding(forward.operations);
	const forwardAll = () =>
		change(
			() => operations.map(({ id }) => id),
			`All operations now go to ${url}.`,
		);
	const forwardNone = () =>
		change(() => [], "The mock now responds to all operations.");
	const names = Object.keys(headers).join(", ");
	const stop = () =>
		ask({
			title: "Stop forwarding?",
			text: `The mock then responds to all operations for all clients of session ${sessionName.value}, and forgets the URL${names && ` and the values of ${names}`}.`,
			label: "Stop forwarding",
			done: "Stopped forwarding: the mock responds to all operations.",
			run: (control) => control.clearForward(),
		});
	return (
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
	);
}

const URL_FIELD = defineField("url", "Base URL of the service", "url", {
	placeholder: "http://127.0.0.1:8080",
});

const FIRST = defineField("first", "Operations to forward", "choice", {
	options: [
		["all", "every operation"],
		["none", "none yet: I choose them in the list"],
	],
});

/** @param names the names of the headers that forwarded requests get */
const detailFields = (names: readonly string[]): readonly FormField[] => [
	defineField("headers", "Headers to send, such as credentials", "headers", {
		description:
			names.length > 0
				? `Now: ${names.join(", ")}, with hidden values. Empty keeps them for the same host; lines replace all of them.`
				: "One per line. The mock shows their values nowhere.",
		placeholder: "Authorization: Bearer …",
	}),
	defineField("timeoutMs", "Timeout in ms", "number", {
		description:
			"After this time without progress, the mock responds with 504 (default: 30,000).",
	}),
	defineField(
		"strict",
		"Respond with 502 to exchanges that violate the OpenAPI document",
		"flag",
	),
];

/** Starts forwarding, or changes its settings. The form contains the current settings. */
function ForwardForm({ forward }: Partial<ForwardProps>) {
	const { change } = useInspector();
	const { url = "", timeoutMs = "", strict = false, headers } = forward ?? {};
	const values = useSignal<FormValues>({
		url: url ?? "",
		first: "all",
		timeoutMs: `${timeoutMs ?? ""}`,
		strict,
	});
	const form = useForm(values);
	const main = forward ? [URL_FIELD] : [URL_FIELD, FIRST];
	const more = detailFields(Object.keys(headers ?? {}));

	const save = () =>
		form.submit([...main, ...more], async ({ first, ...properties }) => {
			const only = first === "none" ? [] : forward?.operations;
			const defaults = { only, url: "", strict: false };
			// The mock validates the settings.
			const settings: ForwardSettings = JSON.parse(
				JSON.stringify({ ...defaults, ...properties }),
			);
			await change(
				(control) => control.setForward(settings),
				forward
					? "Saved the settings of forwarding."
					: `Started forwarding to ${settings.url}.`,
			);
			form.set("headers", "");
		});
	return (
		<Form
			form={form}
			fields={main}
			action={forward ? "Save settings" : "Start forwarding"}
			isPrimary
			onSubmit={save}
		>
			<MoreFields
				form={form}
				fields={more}
				summary="credentials, timeout, strictness"
				isOpen={forward !== undefined}
			/>
		</Form>
	);
}
