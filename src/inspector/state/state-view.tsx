import type { CollectionInfo } from "../../control/collection-control.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { Choice } from "../ui/choice.tsx";
import { Alert, Button, IconButton } from "../ui/parts.tsx";
import { CollectionView } from "./collection-view.tsx";
import { nounOf } from "./records.ts";
import { StateFiles } from "./state-files.tsx";
import "./state.css";

/** More collections are searched. */
const MAX_TABS = 8;

/** Shows the records of the session, and changes them. */
export function StateView() {
	const { router, session } = useInspector();
	const { id } = router.route.value;
	const { data = [], error } = useResource("collections");
	const info = data.find(({ name }) => name === id) ?? data[0];
	return (
		<div class="view">
			<div class="toolbar top">
				{data.length > MAX_TABS && info ? (
					<Choice
						aria-label="Collection"
						options={data.map(({ name, count }) => [
							name,
							`${name} (${count})`,
						])}
						value={info.name}
						onChoose={(name) => router.go({ id: name, query: OTHER_RECORDS })}
					/>
				) : (
					<Tabs collections={data} shown={info?.name} />
				)}
				<span class="grow" />
				<Snapshots />
				<StateFiles collections={data} />
			</div>
			<Alert text={error} />
			{info && (
				<CollectionView key={`${session.value} ${info.name}`} info={info} />
			)}
		</div>
	);
}

/** What the address of another collection does not keep. */
const OTHER_RECORDS = { page: "", record: "", add: "" };

function Tabs(props: {
	readonly collections: readonly CollectionInfo[];
	readonly shown: string | undefined;
}) {
	const { router } = useInspector();
	return (
		<nav class="tabs" aria-label="Collections">
			{props.collections.map(({ name, count }) => (
				<a
					key={name}
					href={router.link({ id: name, query: OTHER_RECORDS })}
					aria-current={name === props.shown ? "page" : undefined}
				>
					{nounOf(name)}s{" "}
					<span class="faint">{count.toLocaleString("en")}</span>
				</a>
			))}
		</nav>
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
				class="quiet"
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
			{items.length > 0 && (
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
