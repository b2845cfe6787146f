import { useInspector } from "../model/inspector.ts";
import {
	Pairs,
	Panel,
	type PanelNavigation,
	plural,
	RichText,
	StatusBadge,
} from "../ui/parts.tsx";
import type { Assumption } from "./assumptions.ts";

interface AssumptionProps {
	readonly assumption: Assumption;
}

const MEANINGS = {
	assumed:
		"Not checked against the real service yet: run `understudy verify <url> --record`, then start the mock again.",
	confirmed: "The real service was seen to behave like this.",
	refuted: "The real service was seen to behave differently.",
};

/** Shows everything about an assumption. */
export function AssumptionPanel({
	assumption,
	...props
}: AssumptionProps & PanelNavigation) {
	const { router } = useInspector();
	const { id, assumes, because, open, status, evidence, uses } = assumption;
	const query = { assumption: id };
	const link = (
		<a href={router.link({ view: "requests", query })}>
			Show {plural(uses, "response")}
		</a>
	);
	return (
		<Panel
			{...props}
			label={id}
			title={id}
			takesFocus
			badge={<StatusBadge status={status} />}
		>
			<p>{assumes}</p>
			<Pairs
				class="stacked"
				items={[
					["Why the mock does this", because],
					["Left open by", `Section ${open} of the specification`],
					[
						"Status",
						<RichText text={`${MEANINGS[status]} ${evidence ?? ""}`} />,
					],
					["Responses that depended on it", uses === 0 ? "None so far." : link],
				]}
			/>
		</Panel>
	);
}
