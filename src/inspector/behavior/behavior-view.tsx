import type { Control } from "../../control/control.ts";
import { useOperations } from "../model/operations.ts";
import { useResource } from "../model/use-resource.ts";
import { FaultSection } from "./faults/fault-section.tsx";
import { ForwardSection } from "./forward-section.tsx";
import { ScenarioSection } from "./scenario-section.tsx";
import { SessionSection } from "./session-section.tsx";
import "./behavior.css";

const loadScenarios = (control: Control) => control.scenarios();

/** Changes what the mock does in the session. */
export function BehaviorView() {
	const operations = useOperations();
	const scenarios = useResource(loadScenarios, ["scenario", "configuration"]);
	return (
		<div class="behavior">
			<FaultSection operations={operations} scenario={scenarios.data?.active} />
			<ScenarioSection scenarios={scenarios} />
			<ForwardSection operations={operations} />
			<SessionSection />
		</div>
	);
}
