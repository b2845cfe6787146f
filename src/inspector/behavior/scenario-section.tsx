import type { Scenarios } from "../../control/control.ts";
import type { Resource } from "../model/use-resource.ts";
import { useChange } from "./use-change.ts";

/** Shows what each scenario does, and which one is active. */
export function ScenarioSection({
	scenarios: { data, error },
}: {
	readonly scenarios: Resource<Scenarios>;
}) {
	const { session, run } = useChange();
	return (
		<section class="card behavior-aside" aria-labelledby="scenario-heading">
			<div>
				<h2 id="scenario-heading">Scenario</h2>
				<p class="faint wrap">
					How the mock behaves in session <strong>{session}</strong>, until you
					choose another one.
				</p>
			</div>
			<p class="error" role="alert">
				{data ? "" : error}
			</p>
			<div role="radiogroup" aria-labelledby="scenario-heading">
				{data?.available.map(({ name, description }) => (
					<label key={name} class="behavior-scenario">
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
						<span class="wrap">
							<strong>{name}</strong>
							<span class="behavior-description">{description}</span>
						</span>
					</label>
				))}
			</div>
		</section>
	);
}
