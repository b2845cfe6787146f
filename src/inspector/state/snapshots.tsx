import { useEffect } from "preact/hooks";
import type { Control } from "../../control/control.ts";
import { useInspector } from "../model/use-inspector.ts";
import { useResource } from "../model/use-resource.ts";

const loadSnapshots = (control: Control) => control.snapshots();

/** When this page took its snapshots, by id. Ids are unique among all sessions of a mock. */
const takenAt = new Map<string, Date>();
/** More are folded away. */
const MAX_SHOWN = 2;

/** Takes snapshots of the state, and goes back to them. */
export function Snapshots({ reload }: { reload(): Promise<void> }) {
	const { connection, session, dialogs, run } = useInspector();
	const snapshots = useResource(loadSnapshots, ["snapshots", "session"]);
	const newestFirst = [...(snapshots.data ?? [])].reverse();
	const control = connection.control(session.value);
	const attempt = connection.attempt.value;
	// The mock may have been started again, and count from 1 again.
	useEffect(() => () => takenAt.clear(), [attempt]);

	async function take(): Promise<void> {
		await run(async () => {
			takenAt.set(await control.snapshot(), new Date());
		}, "Took a snapshot.");
		snapshots.reload();
	}
	async function restore(id: string): Promise<void> {
		const isConfirmed = await dialogs.confirm({
			title: `Go back to snapshot ${id}?`,
			text: "All records of this session become those of the snapshot. To keep those of now, cancel and take a snapshot first.",
			action: "Go back",
		});
		if (!isConfirmed) return;
		await run(() => control.restore(id), `Went back to snapshot ${id}.`);
		await reload();
	}
	async function remove(id: string): Promise<void> {
		const isConfirmed = await dialogs.confirm({
			title: `Delete snapshot ${id}?`,
			text: "Nobody can go back to it then. The records of now stay.",
			action: "Delete snapshot",
		});
		if (!isConfirmed) return;
		await run(() => control.deleteSnapshot(id), `Deleted snapshot ${id}.`);
		snapshots.reload();
	}
	const item = (id: string) => (
		<Snapshot
			key={id}
			id={id}
			onRestore={() => restore(id)}
			onRemove={() => remove(id)}
		/>
	);
	return (
		<>
			<button type="button" onClick={take}>
				Take snapshot
			</button>
			{newestFirst.length === 0 ? (
				<p class="faint grow">
					Take one now, to go back to these records later.
				</p>
			) : (
				<ul class="buttons state-taken">
					{newestFirst.slice(0, MAX_SHOWN).map(item)}
				</ul>
			)}
			{newestFirst.length > MAX_SHOWN && (
				<details class="state-taken">
					<summary>Older snapshots ({newestFirst.length - MAX_SHOWN})</summary>
					<ul class="buttons">{newestFirst.slice(MAX_SHOWN).map(item)}</ul>
				</details>
			)}
		</>
	);
}

function Snapshot({
	id,
	onRestore,
	onRemove,
}: {
	readonly id: string;
	onRestore(): void;
	onRemove(): void;
}) {
	const time = takenAt.get(id)?.toLocaleTimeString();
	return (
		<li class="state-snapshot">
			<span>
				Snapshot {id}
				{time !== undefined && <span class="faint"> taken at {time}</span>}
			</span>
			<button
				type="button"
				aria-label={`Go back to snapshot ${id}`}
				onClick={onRestore}
			>
				Go back
			</button>
			<button
				type="button"
				class="icon"
				aria-label={`Delete snapshot ${id}`}
				title="Delete"
				onClick={onRemove}
			>
				✕
			</button>
		</li>
	);
}
