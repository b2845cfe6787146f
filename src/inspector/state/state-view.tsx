import { useEffect, useRef } from "preact/hooks";
import { useInspector, useResource } from "../model/inspector.ts";
import { Alert, Button, IconButton } from "../ui/parts.tsx";
import { CollectionView } from "./collection-view.tsx";
import { nounOf } from "./records.ts";
import { StateFiles } from "./state-files.tsx";
import "./state.css";

/** Shows the records of the session, and changes them. */
export function StateView() {
	const { router } = useInspector();
	const { id } = router.route.value;
	const { data: state, error } = useResource("state");
	const names = Object.keys(state ?? {});
	const collection = names.includes(id) ? id : names[0];
	const tab = useRef<HTMLAnchorElement>(null);
	// On a phone, the tabs scroll horizontally.
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
					<StateFiles {...(state && { state })} />
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

/** The number of snapshots that are not folded. */
const MAX_SHOWN = 3;

/** Takes snapshots of the state, and restores them. */
function Snapshots() {
	const { run, ask, takeSnapshot, describeSnapshot } = useInspector();
	const snapshots = useResource("snapshots");
	const newestFirst = [...(snapshots.data ?? [])].reverse();
	const take = () =>
		run((control) => takeSnapshot(control), "Took a snapshot.");
	const restore = (id: string) =>
		ask({
			title: `Restore snapshot ${id}?`,
			text: "The records of the snapshot replace all records of this session. You can undo it.",
			label: `Restore snapshot ${id}`,
			done: `Went back to snapshot ${id}.`,
			isUndoable: true,
			run: (control) => control.restore(id),
		});
	const remove = (id: string) =>
		ask({
			title: `Delete snapshot ${id}?`,
			text: "You can no longer go back to it. The current records stay.",
			label: "Delete snapshot",
			done: `Deleted snapshot ${id}.`,
			run: (control) => control.deleteSnapshot(id),
		});
	const items = newestFirst.map((id) => (
		<li key={id} class="row">
			<span>
				Snapshot {id}
				<span class="faint">{describeSnapshot(id)}</span>
			</span>
			<Button
				label="Go back"
				aria-label={`Go back to snapshot ${id}`}
				onClick={() => restore(id)}
			/>
			<IconButton
				label={`Delete snapshot ${id}`}
				title="Delete"
				onClick={() => remove(id)}
			/>
		</li>
	));
	return (
		<>
			<Button label="Take snapshot" onClick={take} />
			{items.length === 0 ? (
				<p class="faint grow">
					Take one now, to go back to these records later.
				</p>
			) : (
				<ul class="row state-taken">{items.slice(0, MAX_SHOWN)}</ul>
			)}
			{items.length > MAX_SHOWN && (
				<details class="state-taken">
					<summary>Older snapshots ({items.length - MAX_SHOWN})</summary>
					<ul class="row">{items.slice(MAX_SHOWN)}</ul>
				</details>
			)}
		</>
	);
}
