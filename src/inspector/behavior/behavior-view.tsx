import type { Scenarios } from "../../control/session-control.ts";
import {
	type Resource,
	useInspector,
	useResource,
} from "../model/inspector.ts";
import { Alert, Section } from "../ui/parts.tsx";
import { FaultSection } from "./fault-section.tsx";
import { ForwardSection } from "./forward-section.tsx";
import { SessionSection } from "./session-section.tsx";
import "./behavior.css";

/** Changes what the mock does in the session. */
export function BehaviorView() {
	const scenarios = useResource(
		(control) => control.scenarios(),
		"scenario",
		"configuration",
	);
	return (
		<div class="behavior stack page">
			<FaultSection scenario={scenarios.data?.active} />
			<ScenarioSection scenarios={scenarios} />
			<ForwardSection />
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
	const { sessionName, run } = useInspector();
	const choose = (name: string) =>
		run((control) => control.setScenario(name), `Scenario: ${name}.`);
	return (
		<Section
			class="aside"
			title="Scenario"
			about={
				<>
					How the mock behaves in session <strong>{sessionName.value}</strong>,
					until you choose another one.
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
							onChange={() => choose(name)}
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
