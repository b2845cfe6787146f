import type { Control } from "../../../control/control.ts";
import type { Operation } from "../../model/operations.ts";
import { useInspector } from "../../model/use-inspector.ts";
import { useResource } from "../../model/use-resource.ts";
import { useChange } from "../use-change.ts";
import { FaultForm } from "./fault-form.tsx";
import { FaultList } from "./fault-list.tsx";
import { QuickFaults } from "./quick-faults.tsx";

const loadFaults = (control: Control) => control.faults();

/** Adds and lists faults. */
export function FaultSection({
	operations,
	scenario,
}: {
	readonly operations: readonly Operation[];
	/** The name of the active scenario. */
	readonly scenario: string | undefined;
}) {
	const faults = useResource(loadFaults, ["faults"]);
	const { router } = useInspector();
	const { session } = useChange();
	const isFormOpen = router.route.value.query.kind !== undefined;
	return (
		<section class="card" aria-labelledby="faults-heading">
			<div>
				<h2 id="faults-heading">Faults</h2>
				<p class="faint wrap">
					Make requests of session <strong>{session}</strong> fail, to see what
					your app does then.
				</p>
			</div>
			<QuickFaults operations={operations} />
			<FaultList faults={faults} scenario={scenario} />
			<details
				class="behavior-fold"
				open={isFormOpen}
				onToggle={({ currentTarget: { open } }) => {
					if (open !== isFormOpen)
						router.go(
							{ query: { kind: open ? "delay" : "" } },
							{ replace: true },
						);
				}}
			>
				<summary>
					Other faults: delays, broken connections, your own body
				</summary>
				{isFormOpen && <FaultForm operations={operations} />}
			</details>
		</section>
	);
}
