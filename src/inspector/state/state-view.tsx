import { useCallback, useEffect, useRef } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";
import { useResource } from "../model/use-resource.ts";
import { CollectionView } from "./collection-view.tsx";
import { nounOf } from "./columns.ts";
import { Snapshots } from "./snapshots.tsx";
import { StateFiles } from "./state-files.tsx";
import { useStateDump } from "./use-state-dump.ts";
import "./state.css";

/** Shows the records of the session, and changes them. */
export function StateView() {
	const { router, connection } = useInspector();
	const { id } = router.route.value;
	const { state, error, reload } = useStateDump();
	const loadDocument = useCallback(() => connection.document(), [connection]);
	const openApi = useResource<object>(loadDocument, ["configuration"]);
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
					<Snapshots reload={reload} />
					<StateFiles state={state} reload={reload} />
				</div>
			</section>
			{error !== undefined && (
				<p class="error" role="alert">
					{error}
				</p>
			)}
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
					openApi={openApi.data}
					reload={reload}
				/>
			)}
		</div>
	);
}
