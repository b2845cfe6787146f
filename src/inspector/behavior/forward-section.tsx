import { useRef } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import type { ForwardInfo } from "../../control/session-control.ts";
import { useInspector } from "../model/inspector.ts";
import type { Operation, OperationsProps } from "../model/operations.ts";
import { useResource } from "../model/use-resource.ts";
import { Alert, Button, Section } from "../ui/parts.tsx";
import { ForwardForm } from "./forward-form.tsx";
import { useChange } from "./use-change.ts";

const loadForward = (control: Control) => control.forward();

/** Lets a real service respond to operations. */
export function ForwardSection({ operations }: OperationsProps) {
	const { session } = useChange();
	const { data: forward, error } = useResource(loadForward, ["forward"]);
	return (
		<Section
			title="Real service"
			about={
				<>
					A real service can respond to some operations of session{" "}
					<strong>{session}</strong>, and the mock to the others. The mock
					checks each such exchange against the OpenAPI document.
				</>
			}
		>
			<Alert text={forward ? "" : error} />
			{forward?.url === null && (
				<details>
					<summary>Forward operations to a real service</summary>
					<ForwardForm operations={operations} />
				</details>
			)}
			{forward && forward.url !== null && (
				<ActiveForward
					forward={forward}
					url={forward.url}
					operations={operations}
				/>
			)}
		</Section>
	);
}

interface ActiveForwardProps {
	readonly forward: ForwardInfo;
	readonly url: string;
	readonly operations: readonly Operation[];
}

/** Shows which operations a real service responds to, and switches them. */
function ActiveForward({ forward, url, operations }: ActiveForwardProps) {
	const { router } = useInspector();
	const { headers, lostHeaders, timeoutMs, strict } = forward;
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
			<ForwardedOperations
				forward={forward}
				url={url}
				operations={operations}
			/>
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
				<ForwardForm
					key={`${url} ${timeoutMs} ${strict}`}
					operations={operations}
					current={forward}
				/>
			</details>
		</>
	);
}

/** Returns functions that change which operations a real service responds to. */
function useForwarding({ forward: { headers }, url }: ActiveForwardProps) {
	const { session, run } = useChange();
	const previous = useRef<Promise<unknown>>(Promise.resolve());
	/** Changes the operations that are forwarded at that time: others, or a click just before, may have changed them. */
	const change = (
		select: (forwarded: readonly string[]) => readonly string[],
		done: string,
	): void => {
		previous.current = previous.current.then(() =>
			run(
				["forward"],
				async (control) => {
					const { operations: current } = await control.forward();
					await control.setForward({ only: select(current) });
				},
				done,
			),
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
		run(
			["forward"],
			(control) => control.clearForward(),
			"Stopped forwarding: the mock responds to all operations.",
			{
				title: "Stop forwarding?",
				text: `The mock then responds to all operations for all clients of session ${session}, and forgets the URL${names && ` and the values of ${names}`}.`,
				action: "Stop forwarding",
			},
		);
	return { change, toggle, stop };
}

/** Switches the responder of each operation, and of all. */
function ForwardedOperations(props: ActiveForwardProps) {
	const { url, operations } = props;
	const forwarded = props.forward.operations;
	const { change, toggle, stop } = useForwarding(props);
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
					onClick={() =>
						change(
							() => operations.map(({ id }) => id),
							`All operations now go to ${url}.`,
						)
					}
				/>
				<Button
					label="Forward none"
					disabled={forwarded.length === 0}
					onClick={() =>
						change(() => [], "The mock now responds to all operations.")
					}
				/>
				<Button label="Stop forwarding" class="danger" onClick={stop} />
			</div>
		</>
	);
}
