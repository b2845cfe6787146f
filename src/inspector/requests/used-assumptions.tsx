import type { Control } from "../../control/control.ts";
import { useInspector } from "../model/inspector.ts";
import { useResource } from "../model/use-resource.ts";

const loadLedger = (control: Control) => control.assumptions();

const TONES = { assumed: "odd", confirmed: "good", refuted: "bad" } as const;

/** Returns the assumptions with the ids, each with its address, and its entry of the ledger once that is loaded. */
function useAssumptions(ids: readonly string[]) {
	const { router } = useInspector();
	const ledger = useResource(loadLedger, ["configuration"]);
	return ids.map((id) => ({
		id,
		href: router.link({ view: "assumptions", id }),
		known: ledger.data?.find((each) => each.id === id),
	}));
}

interface Ids {
	readonly ids: readonly string[];
}

/** Links to the assumptions that a response depends on. */
export function AssumptionLinks({ ids }: Ids) {
	return useAssumptions(ids).map(({ id, href, known }) => (
		<span key={id}>
			<a class="mono" href={href}>
				{id}
			</a>{" "}
			<span class="faint">{known?.status}</span>
		</span>
	));
}

/** Shows the assumptions that a response depends on, each with its sentence and its status. */
export function UsedAssumptions({ ids }: Ids) {
	const assumptions = useAssumptions(ids);
	if (ids.length === 0) return null;
	return (
		<section class="stack" aria-label="Assumptions">
			<div>
				<h3>
					This response depends on{" "}
					{ids.length === 1 ? "one assumption" : `${ids.length} assumptions`}
				</h3>
				<p class="faint">
					Do not rely on those that are only assumed: the real service may
					differ.
				</p>
			</div>
			<ul class="stack">
				{assumptions.map(({ id, href, known }) => (
					<li key={id}>
						<div class="row">
							<a class="mono" href={href}>
								{id}
							</a>
							{known && (
								<span class={`badge ${TONES[known.status]}`}>
									{known.status}
								</span>
							)}
						</div>
						{known && <p>{known.assumes}</p>}
					</li>
				))}
			</ul>
		</section>
	);
}
