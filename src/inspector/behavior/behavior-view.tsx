import { useOperations } from "../model/operations.ts";
import { FaultSection } from "./fault-section.tsx";
import { ForwardSection } from "./forward-section.tsx";
import { ScenarioSection } from "./scenario-section.tsx";
import { SessionSection } from "./session-section.tsx";
import "./behavior.css";

/** Changes what the mock does in the session. */
export function BehaviorView() {
	const { data: operations = [], error } = useOperations();
	return (
		<div class="behavior">
			<p class="error" role="alert">
				{error}
			</p>
			<div class="behavior-column">
				<FaultSection operations={operations} />
				<ForwardSection operations={operations} />
			</div>
			<div class="behavior-column">
				<ScenarioSection />
				<SessionSection />
			</div>
		</div>
	);
}
