import { useEffect, useRef } from "preact/hooks";
import { useInspector, useResource } from "../model/inspector.ts";
import { Alert } from "../ui/parts.tsx";
import { CollectionView } from "./collection-view.tsx";
import { nounOf } from "./columns.ts";
import { Snapshots } from "./snapshots.tsx";
import { StateFiles } from "./state-files.tsx";
import "./state.css";

/** Shows the records of the session, and changes them. */
export function StateView() {
	const { router } = useInspector();
	const { id } = router.route.value;
	const { data: state, error } = useResource(
		(control) => control.state(),
		"state",
	);
	const names = Object.keys(state ?? {});
	const collection = names.includes(id) ? id : names[0];
	const tab = useRef<HTMLAnchorElement>(null);
	// On a phone the tabs scroll sideways.
	useEffect(
		() => tab.current?.scrollIntoView({ block: "nearest" }),
		[collection],
	);
	return (
		<div class="state stack page">
			<section class="card stack state-whole" aria-label="All records">
				<p class="faint">
					The records of this session: requests read and change them, and so can
					you.
				</p>
				<div class="bar">
					<Snapshots />
					<StateFiles state={state} />
				</div>
			</section>
			<Alert text={error} />
			{state && (
				<nav class="tabs" aria-label="Collections">
					{names.map((name) => (
						<a
							key={name}
							ref={name === collection ? tab : null}
							href={router.link({
								id: name,
								query: { page: "", record: "", add: "" },
							})}
							aria-current={name === collection ? "page" : undefined}
						>
							{nounOf(name)}s <span class="faint">{state[name]?.length}</span>
						</a>
					))}
				</nav>
			)}
			{!state && error === undefined && <p class="faint">Loading…</p>}
			{state && collection !== undefined && (
				<CollectionView
					key={collection}
					collection={collection}
					records={state[collection] ?? []}
				/>
			)}
		</div>
	);
}
