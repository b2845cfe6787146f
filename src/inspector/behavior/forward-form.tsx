import { useSignal } from "@preact/signals";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import { useInspector } from "../model/inspector.ts";
import { Form, useForm } from "../ui/form.tsx";
import type { FormField, FormValues } from "../ui/read-form.ts";

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
export function ForwardForm({
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
