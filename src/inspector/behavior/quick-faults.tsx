import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import type { StatusFault } from "../../schemas/generated/types.ts";
import { useKeys } from "../model/inspector.ts";
import { type Operation, requiresForce } from "../model/operations.ts";
import {
	type FieldErrors,
	findFieldErrors,
	NO_ERRORS,
	withoutError,
} from "../ui/field-errors.ts";
import { describeFault } from "./describe-fault.ts";
import { useChange } from "./use-change.ts";

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504];

// Module-level, so that the input survives a change of the view.
const entered = {
	status: signal("503"),
	times: signal("1"),
	isForAll: signal(false),
};

/** Whether the status says that a request succeeded or goes on elsewhere. */
const isSuccess = (status: string): boolean => /^\s*[23]\d\d\s*$/.test(status);

/** Lets requests to an operation fail, with one click. */
export function QuickFaults({
	operations,
}: {
	readonly operations: readonly Operation[];
}) {
	const { submit } = useChange();
	const status = entered.status.value;
	const times = entered.times.value;
	const isForAll = entered.isForAll.value;
	const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
	const first = useRef<HTMLInputElement>(null);
	useKeys([
		{
			key: "f",
			does: "Fail requests",
			run: () => first.current?.select(),
		},
	]);
	async function fail(operation: string): Promise<void> {
		const fault: StatusFault & { kind: "status" } = {
			kind: "status",
			operation,
			status: status.trim() ? Number(status) : Number.NaN,
			...(!isForAll && { times: times.trim() ? Number(times) : Number.NaN }),
			...(requiresForce(operation, Number(status), operations) && {
				force: true,
			}),
		};
		try {
			await submit(
				["faults"],
				(control) => control.addFaults([fault]),
				`${describeFault(fault)}.`,
			);
			setErrors(NO_ERRORS);
		} catch (error) {
			setErrors(findFieldErrors(error, ["status", "times"], "/0"));
		}
	}
	const { fields, rest } = errors;
	const clearError = (name: string): void =>
		setErrors(withoutError(errors, name));
	const verb = isSuccess(status) ? "Respond to" : "Fail";
	const messages = [
		fields.status && `Status: ${fields.status}`,
		fields.times && `Number of requests: ${fields.times}`,
		rest,
	].filter(Boolean);
	return (
		<div class="behavior-quick">
			<div class="behavior-sentence">
				<label>
					Respond with status{" "}
					<input
						ref={first}
						class="behavior-number"
						inputMode="numeric"
						list="behavior-statuses"
						value={status}
						aria-invalid={fields.status !== undefined}
						aria-describedby="behavior-quick-error"
						onInput={({ currentTarget }) => {
							clearError("status");
							entered.status.value = currentTarget.value;
						}}
					/>
				</label>
				<datalist id="behavior-statuses">
					{STATUSES.map((each) => (
						<option key={each} value={each} />
					))}
				</datalist>
				<label>
					to{" "}
					<select
						aria-label="Which requests"
						value={isForAll ? "all" : "next"}
						onChange={({ currentTarget }) => {
							clearError("times");
							entered.isForAll.value = currentTarget.value === "all";
						}}
					>
						<option value="next">the next</option>
						<option value="all">all</option>
					</select>
				</label>
				{!isForAll && (
					<input
						class="behavior-number"
						type="number"
						min="1"
						aria-label="Number of requests"
						value={times}
						aria-invalid={fields.times !== undefined}
						aria-describedby="behavior-quick-error"
						onInput={({ currentTarget }) => {
							clearError("times");
							entered.times.value = currentTarget.value;
						}}
					/>
				)}
				<span>{!isForAll && times === "1" ? "request" : "requests"}:</span>
			</div>
			<fieldset class="behavior-targets" aria-label="Operations">
				{operations.map(({ id, method, path, summary }) => (
					<button
						key={id}
						type="button"
						title={`${summary} (${method} ${path})`}
						onClick={() => fail(id)}
					>
						{verb} {id}
					</button>
				))}
				<button type="button" onClick={() => fail("*")}>
					{verb} every operation
				</button>
			</fieldset>
			<p id="behavior-quick-error" class="error" role="alert">
				{messages.join("\n")}
			</p>
		</div>
	);
}
