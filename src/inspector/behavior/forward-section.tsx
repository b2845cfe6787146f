import type { Control } from "../../control/control.ts";
import type { Operation } from "../model/operations.ts";
import { useResource } from "../model/use-resource.ts";
import { ActiveForward } from "./active-forward.tsx";
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
