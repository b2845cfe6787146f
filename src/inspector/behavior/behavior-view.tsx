import { useOperations } from "../model/operations.ts";
import { FaultSection } from "./faults/fault-section.tsx";
import { ForwardSection } from "./forward-section.tsx";
import { ScenarioSection } from "./scenario-section.tsx";
import { SessionSection } from "./session-section.tsx";
import "./behavior.css";

/** Changes what the mock does in the session. */
export function BehaviorView() {
	const operations = useOperations();
	return (
		<div class="behavior">
			<FaultSection operations={operations} />
			<ScenarioSection />
			<ForwardSection operations={operations} />
			<SessionSection />
		</div>
	);
}
