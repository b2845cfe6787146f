import { useEffect, useRef } from "preact/hooks";
import { useInspector } from "../model/use-inspector.ts";
import { LatestResponses } from "./latest-responses.tsx";
import { type Assumption, describeUses } from "./select-assumptions.ts";

/** Shows an assumption: its sentence, and all of it if the address names it. */
export function AssumptionCard({
	assumption,
}: {
	readonly assumption: Assumption;
}) {
	const { router } = useInspector();
	const { id, status, open, assumes, because, evidence, uses } = assumption;
	const isOpen = router.route.value.id === id;
	const card = useRef<HTMLLIElement>(null);
	const title = useRef<HTMLAnchorElement>(null);
	useEffect(() => {
		if (!isOpen) return;
		title.current?.focus({ preventScroll: true });
		card.current?.scrollIntoView({ block: "nearest" });
	}, [isOpen]);
	return (
		<li
			ref={card}
			class={`assumptions-card is-${status} ${isOpen ? "is-open" : ""}`}
		>
			<div class="bar">
				<h3>
					<a
						ref={title}
						href={router.link({ id: isOpen ? "" : id })}
						aria-expanded={isOpen}
					>
						{id}
					</a>
				</h3>
				{uses > 0 ? (
					<a
						href={router.link({ view: "requests", query: { assumption: id } })}
						aria-label={`${describeUses(uses)} depended on ${id}: show them`}
					>
						{describeUses(uses)}
					</a>
				) : (
					<span class="faint">{describeUses(uses)}</span>
				)}
			</div>
			<p>{assumes}</p>
			{isOpen ? (
				<dl>
					<dt>Why the mock does this</dt>
					<dd>{because}</dd>
					<dt>Left open by</dt>
					<dd>Section {open} of the specification</dd>
					<dt>Status</dt>
					<dd>
						<span class="assumptions-status">{status}</span>
						{evidence ? `: ${evidence}` : "; there is no evidence yet"}
					</dd>
					<dt>Latest responses that depended on it</dt>
					<dd>
						<LatestResponses id={id} uses={uses} />
					</dd>
				</dl>
			) : (
				<p class="faint">
					Section {open}
					{evidence && ` · ${evidence}`}
				</p>
			)}
		</li>
	);
}
