import type { Control } from "../../control/control.ts";
import type { ForwardInfo } from "../../control/forward-control.ts";
import type { Operation } from "../model/operations.ts";
import { useInspector } from "../model/use-inspector.ts";
import { useResource } from "../model/use-resource.ts";
import { ForwardForm } from "./forward-form.tsx";
import { useChange } from "./use-change.ts";

const loadForward = (control: Control) => control.forward();

/** Shows which operations a real service responds to, and switches them. */
export function ForwardSection({
	operations,
}: {
	readonly operations: readonly Operation[];
}) {
	const { data: forward, error } = useResource(loadForward, ["forward"]);
	return (
		<section class="card" aria-labelledby="forward-heading">
			<div>
				<h2 id="forward-heading">Real service</h2>
				<p class="faint">
					A real service can respond to some operations, and the mock to the
					others. The mock checks each such exchange against the OpenAPI
					document.
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

const describeTarget = (ids: readonly string[], url: string): string =>
	ids.length > 0
		? `${ids.join(", ")} now ${ids.length === 1 ? "goes" : "go"} to ${url}.`
		: "The mock now responds to all operations.";

function ActiveForward({
	forward: { operations: forwarded, headers, timeoutMs, strict },
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
	const change = (only: readonly string[], done: string) =>
		run(["forward"], (control) => control.setForward({ only }), done);
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
											checked
												? [...forwarded, id]
												: forwarded.filter((each) => each !== id),
											checked
												? describeTarget([id], url)
												: `The mock now responds to ${id}.`,
										)
									}
								/>{" "}
								<strong>{id}</strong>{" "}
								<span class="faint mono wrap">
									{method} {path}
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
							operations.map(({ id }) => id),
							`All operations now go to ${url}.`,
						)
					}
				>
					Forward all
				</button>
				<button
					type="button"
					disabled={forwarded.length === 0}
					onClick={() => change([], describeTarget([], url))}
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
