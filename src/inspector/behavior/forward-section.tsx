import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { Form } from "../ui/form.tsx";
import {
	defineField,
	type FormField,
	type FormValues,
	useForm,
} from "../ui/form-state.ts";
import { Alert, Button, Section } from "../ui/parts.tsx";

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
	const { router } = useInspector();
	const { url, headers, lostHeaders, timeoutMs, strict } = forward;
	const names = Object.keys(headers);
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

/** Returns the operations that a real service responds to, and a function that changes them. */
function useForwarding({ operations }: ForwardInfo) {
	const { run } = useInspector();
	const previous = useRef<Promise<unknown>>(Promise.resolve());
	/** The choice of the user, until the mock has applied all of it. */
	const chosen = useSignal<readonly string[] | undefined>(undefined);
	/**
	 * Changes the forwarded operations. Starts from the current ones, because others, or a click just before, may have
	 * changed them.
	 */
	async function change(
		select: (forwarded: readonly string[]) => readonly string[],
		done: string,
	): Promise<void> {
		const shown = select(chosen.peek() ?? operations);
		chosen.value = shown;
		await run((control) => {
			const next = previous.current.then(async () => {
				const current = await control.forward();
				await control.setForward({ only: select(current.operations) });
			});
			previous.current = next.catch(() => {});
			return next;
		}, done);
		if (chosen.peek() === shown) chosen.value = undefined;
	}
	return [chosen.value ?? operations, change] as const;
}

/** Switches the responder of each operation, and of all. */
function ForwardedOperations({ forward }: ForwardProps) {
	const { connection, sessionName, ask } = useInspector();
	const { operations } = connection.service.value;
	const { url, headers } = forward;
	const [forwarded, change] = useForwarding(forward);
	const toggle = (id: string, isForwarded: boolean) =>
		change(
			(ids) => [
				...ids.filter((each) => each !== id),
				...(isForwarded ? [id] : []),
			],
			isForwarded
				? `${id} now goes to ${url}.`
				: `The mock now responds to ${id}.`,
		);
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

const URL_FIELD = defineField("url", "Base URL of the service", "url", {
	placeholder: "http://127.0.0.1:8080",
});

/** @param names the names of the headers that forwarding adds */
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
	const { connection, change } = useInspector();
	const { url = "", timeoutMs = "", strict = false, headers } = forward ?? {};
	const values = useSignal<FormValues>({
		url: url ?? "",
		timeoutMs: `${timeoutMs ?? ""}`,
		strict,
	});
	const form = useForm(values);
	const only = defineField("only", "Operations to forward", "set", {
		options: connection.service.value.operations.map(({ id }) => [id, id]),
	});
	const main = forward ? [URL_FIELD] : [URL_FIELD, only];
	const more = detailFields(Object.keys(headers ?? {}));

	const save = () =>
		form.submit([...main, ...more], async (properties) => {
			const defaults = { only: forward?.operations, url: "", strict: false };
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
			main={main}
			more={more}
			summary="credentials, timeout, strictness"
			isOpen={forward !== undefined}
			action={forward ? "Save settings" : "Start forwarding"}
			onSubmit={save}
		/>
	);
}
