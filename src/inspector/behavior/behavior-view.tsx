import type { Control } from "../../control/control.ts";
import type { Scenarios } from "../../control/session-control.ts";
import { useOperations } from "../model/operations.ts";
import { type Resource, useResource } from "../model/use-resource.ts";
import { Alert, Section } from "../ui/parts.tsx";
import { FaultSection } from "./fault-section.tsx";
import { ForwardSection } from "./forward-section.tsx";
import { SessionSection } from "./session-section.tsx";
import { useChange } from "./use-change.ts";
import "./behavior.css";

const loadScenarios = (control: Control) => control.scenarios();

/** Changes what the mock does in the session. */
export function BehaviorView() {
	const operations = useOperations();
	const scenarios = useResource(loadScenarios, ["scenario", "configuration"]);
	return (
		<div class="behavior stack page">
			<FaultSection operations={operations} scenario={scenarios.data?.active} />
			<ScenarioSection scenarios={scenarios} />
			<ForwardSection operations={operations} />
			<SessionSection />
		</div>
	);
}

/** Shows what each scenario does, and which one is active. */
function ScenarioSection({
	scenarios: { data, error },
}: {
	readonly scenarios: Resource<Scenarios>;
}) {
	const { session, run } = useChange();
	return (
		<Section
			class="aside"
			title="Scenario"
			about={
				<>
					How the mock behaves in session <strong>{session}</strong>, until you
					choose another one.
				</>
			}
		>
			<Alert text={data ? "" : error} />
			<div role="radiogroup" aria-label="Scenario">
				{data?.available.map(({ name, description }) => (
					<label key={name} class="scenario">
						<input
							type="radio"
							name="scenario"
							checked={name === data.active}
							onChange={() =>
								run(
									["scenario"],
									(control) => control.setScenario(name),
									`Scenario: ${name}.`,
								)
							}
						/>
						<span>
							<strong>{name}</strong>
							<br />
							<span class="faint">{description}</span>
						</span>
					</label>
				))}
			</div>
		</Section>
	);
}
