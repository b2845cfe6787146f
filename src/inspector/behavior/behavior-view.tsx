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
		<>
			{error && operations.length === 0 && (
				<p class="error behavior-error" role="alert">
					{error}
				</p>
			)}
			<div class="behavior">
				<FaultSection operations={operations} />
				<ScenarioSection />
				<ForwardSection operations={operations} />
				<SessionSection />
			</div>
		</>
	);
}
