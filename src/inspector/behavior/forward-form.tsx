import { useState } from "preact/hooks";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import type { Operation } from "../model/operations.ts";
import { Field } from "../ui/field.tsx";
import {
	type FieldErrors,
	findFieldErrors,
	NO_ERRORS,
	withoutError,
} from "../ui/field-errors.ts";
import { readHeaderLines } from "../ui/read-form.ts";
import { useChange } from "./use-change.ts";

const FIELDS = ["url", "only", "headers", "timeoutMs", "strict"];

/** The settings that are in effect. */
interface Current {
	readonly url: string;
	readonly operations: readonly string[];
	/** The names of the headers that forwarded requests get. */
	readonly names: readonly string[];
	readonly timeoutMs: number | null;
	readonly strict: boolean;
}

/** Starts forwarding, or changes how it works. */
export function ForwardForm({
	operations,
	current,
}: {
	readonly operations: readonly Operation[];
	readonly current?: Current;
}) {
	const { submit } = useChange();
	const [url, setUrl] = useState(current?.url ?? "");
	const [except, setExcept] = useState<readonly string[]>([]);
	const [headers, setHeaders] = useState("");
	const [timeoutMs, setTimeoutMs] = useState(`${current?.timeoutMs ?? ""}`);
	const [strict, setStrict] = useState(current?.strict ?? false);
	const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
	const { fields, rest } = errors;
	const all = operations.map(({ id }) => id);
	const clearError = (name: string): void =>
		setErrors(withoutError(errors, name));
	function exclude(ids: readonly string[]): void {
		clearError("only");
		setExcept(ids);
	}

	async function save(): Promise<void> {
		const read = readHeaderLines(headers);
		if ("invalid" in read) {
			const headers = `"${read.invalid}" must be a header, like Authorization: Bearer abc.`;
			setErrors({ fields: { headers }, rest: "" });
			return;
		}
		const settings: ForwardSettings = {
			url: url.trim(),
			only: current?.operations ?? all.filter((id) => !except.includes(id)),
			strict,
			...(headers.trim() && { headers: read.headers }),
			...(timeoutMs.trim() && { timeoutMs: Number(timeoutMs) }),
		};
		try {
			await submit(
				["forward"],
				(control) => control.setForward(settings),
				current
					? "Saved the settings of forwarding."
					: `Started forwarding to ${url.trim()}.`,
			);
			setErrors(NO_ERRORS);
			setHeaders("");
		} catch (error) {
			setErrors(findFieldErrors(error, FIELDS));
		}
	}
	return (
		<form
			class="behavior-form"
			onSubmit={(event) => {
				event.preventDefault();
				save();
			}}
		>
			<Field name="url" label="Base URL of the service" error={fields.url}>
				{(props) => (
					<input
						{...props}
						inputMode="url"
						autocomplete="off"
						placeholder="http://127.0.0.1:8080"
						value={url}
						onInput={({ currentTarget }) => {
							clearError("url");
							setUrl(currentTarget.value);
						}}
					/>
				)}
			</Field>
			{!current && (
				<fieldset class="behavior-choice">
					<legend class="label">Operations to forward</legend>
					{operations.map(({ id }) => (
						<label key={id}>
							<input
								type="checkbox"
								checked={!except.includes(id)}
								onChange={({ currentTarget: { checked } }) =>
									exclude(
										checked
											? except.filter((each) => each !== id)
											: [...except, id],
									)
								}
							/>{" "}
							{id}
						</label>
					))}
					<div class="buttons">
						<button
							type="button"
							disabled={except.length === 0}
							onClick={() => exclude([])}
						>
							All
						</button>
						<button
							type="button"
							disabled={except.length === all.length}
							onClick={() => exclude(all)}
						>
							None
						</button>
					</div>
					<p class="error" role="alert">
						{fields.only}
					</p>
				</fieldset>
			)}
			<details
				class="behavior-fold"
				open={
					current !== undefined ||
					fields.headers !== undefined ||
					fields.timeoutMs !== undefined
				}
			>
				<summary>More: credentials, timeout, strictness</summary>
				<div class="behavior-form">
					<Field
						name="headers"
						label="Headers to send, such as credentials"
						hint={
							current?.names.length
								? `Now: ${current.names.join(", ")}, with hidden values. Empty keeps them for the same host; lines replace all of them.`
								: "One per line. The mock shows their values nowhere."
						}
						error={fields.headers}
					>
						{(props) => (
							<textarea
								{...props}
								rows={2}
								spellcheck={false}
								placeholder="Authorization: Bearer …"
								value={headers}
								onInput={({ currentTarget }) => {
									clearError("headers");
									setHeaders(currentTarget.value);
								}}
							/>
						)}
					</Field>
					<Field
						name="timeoutMs"
						label="Timeout in ms"
						hint="After this time without progress, the mock responds with 504 (default: 30,000)."
						error={fields.timeoutMs}
					>
						{(props) => (
							<input
								{...props}
								inputMode="numeric"
								autocomplete="off"
								value={timeoutMs}
								onInput={({ currentTarget }) => {
									clearError("timeoutMs");
									setTimeoutMs(currentTarget.value);
								}}
							/>
						)}
					</Field>
					<label>
						<input
							type="checkbox"
							checked={strict}
							onChange={({ currentTarget }) => setStrict(currentTarget.checked)}
						/>{" "}
						Respond with 502 to exchanges that violate the OpenAPI document
					</label>
				</div>
			</details>
			<div class="buttons">
				<button type="submit" class="primary">
					{current ? "Save settings" : "Start forwarding"}
				</button>
			</div>
			<p class="error" role="alert">
				{rest}
			</p>
		</form>
	);
}
