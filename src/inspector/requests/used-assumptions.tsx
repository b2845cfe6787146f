import type { Control } from "../../control/control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { useInspector } from "../model/inspector.ts";
import { useResource } from "../model/use-resource.ts";
import { assumptionsOf } from "./filter.ts";

const loadLedger = (control: Control) => control.assumptions();

const TONES = { assumed: "odd", confirmed: "good", refuted: "bad" } as const;

/** Links to the assumptions that a response depends on. */
export function AssumptionLinks({ ids }: { readonly ids: readonly string[] }) {
	const { router } = useInspector();
	const ledger = useResource(loadLedger, ["configuration"]);
	return ids.map((id) => (
		<span key={id}>
			<a class="mono" href={router.link({ view: "assumptions", id })}>
				{id}
			</a>{" "}
			<span class="faint">
				{ledger.data?.find((each) => each.id === id)?.status}
			</span>
		</span>
	));
}

/** Shows the assumptions that a response depends on, each with its sentence and its status. */
export function UsedAssumptions({ entry }: { readonly entry: JournalEntry }) {
	const { router } = useInspector();
	const ledger = useResource(loadLedger, ["configuration"]);
	const ids = assumptionsOf(entry);
	if (ids.length === 0) return null;
	return (
		<section aria-label="Assumptions">
			<h3>
				This response depends on{" "}
				{ids.length === 1 ? "one assumption" : `${ids.length} assumptions`}
			</h3>
			<p class="faint">
				Do not rely on those that are only assumed: the real service may differ.
			</p>
			<ul class="used-assumptions">
				{ids.map((id) => {
					const known = ledger.data?.find((each) => each.id === id);
					return (
						<li key={id}>
							<div class="buttons">
								<a class="mono" href={router.link({ view: "assumptions", id })}>
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
					);
				})}
			</ul>
		</section>
	);
}
