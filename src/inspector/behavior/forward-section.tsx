import { useRef } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import type { ForwardInfo } from "../../control/forward-control.ts";
import { useInspector } from "../model/inspector.ts";
import type { Operation } from "../model/operations.ts";
import { useResource } from "../model/use-resource.ts";
import { ForwardForm } from "./forward-form.tsx";
import { useChange } from "./use-change.ts";

const loadForward = (control: Control) => control.forward();

/** Lets a real service respond to operations. */
export function ForwardSection({
	operations,
}: {
	readonly operations: readonly Operation[];
}) {
	const { session } = useChange();
	const { data: forward, error } = useResource(loadForward, ["forward"]);
	return (
		<section class="card" aria-labelledby="forward-heading">
			<div>
				<h2 id="forward-heading">Real service</h2>
				<p class="faint wrap">
					A real service can respond to some operations of session{" "}
					<strong>{session}</strong>, and the mock to the others. The mock
					checks each such exchange against the OpenAPI document.
				</p>
			</div>
			<p class="error" role="alert">
				{forward ? "" : error}
			</p>
			{forward?.url === null && (
				<details class="behavior-fold">
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
		</section>
	);
}

/** Shows which operations a real service responds to, and switches them. */
export function ActiveForward({
	forward: { operations: forwarded, headers, lostHeaders, timeoutMs, strict },
	url,
	operations,
}: {
	readonly forward: ForwardInfo;
	readonly url: string;
	readonly operations: readonly Operation[];
}) {
	const { router, dialogs } = useInspector();
	const { session, run } = useChange();
	const names = Object.keys(headers);
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
	async function stop(): Promise<void> {
		const isConfirmed = await dialogs.confirm({
			title: "Stop forwarding?",
			text: `The mock then responds to all operations for all clients of session ${session}, and forgets the URL${names.length > 0 ? ` and the values of ${names.join(", ")}` : ""}.`,
			action: "Stop forwarding",
		});
		if (isConfirmed)
			await run(
				["forward"],
				(control) => control.clearForward(),
				"Stopped forwarding: the mock responds to all operations.",
			);
	}
	return (
		<>
			<p class="wrap">
				Selected operations go to <strong>{url}</strong>
				{names.length > 0 && ` with ${names.join(", ")}`}.
				{lostHeaders.length > 0 &&
					` The restart of the mock lost the values of ${lostHeaders.join(", ")}: start forwarding again with these headers.`}
				{strict && " Exchanges that violate the OpenAPI document get 502."}
			</p>
			<ul class="behavior-operations" aria-label="Responder of each operation">
				{operations.map(({ id, method, path }) => {
					const isForwarded = forwarded.includes(id);
					return (
						<li key={id}>
							<label>
								<input
									type="checkbox"
									aria-label={`Forward ${id}`}
									checked={isForwarded}
									onChange={({ currentTarget: { checked } }) =>
										change(
											(current) =>
												checked
													? [...current, id]
													: current.filter((each) => each !== id),
											checked
												? `${id} now goes to ${url}.`
												: `The mock now responds to ${id}.`,
										)
									}
								/>
								<span class="wrap">
									<strong>{id}</strong>{" "}
									<span class="faint mono">
										{method} {path}
									</span>
								</span>
							</label>
							<span class={isForwarded ? "badge odd" : "faint"}>
								{isForwarded ? "real service" : "mock"}
							</span>
						</li>
					);
				})}
			</ul>
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
			<div class="buttons">
				<button
					type="button"
					disabled={forwarded.length === operations.length}
					onClick={() =>
						change(
							() => operations.map(({ id }) => id),
							`All operations now go to ${url}.`,
						)
					}
				>
					Forward all
				</button>
				<button
					type="button"
					disabled={forwarded.length === 0}
					onClick={() =>
						change(() => [], "The mock now responds to all operations.")
					}
				>
					Forward none
				</button>
				<button type="button" class="danger" onClick={stop}>
					Stop forwarding
				</button>
			</div>
			<details class="behavior-fold">
				<summary>Change URL, credentials and limits</summary>
				<ForwardForm
					key={`${url} ${timeoutMs} ${strict}`}
					operations={operations}
					current={{ url, operations: forwarded, names, timeoutMs, strict }}
				/>
			</details>
		</>
	);
}
