import type { Control } from "../../control/control.ts";
import { useInspector } from "../model/inspector.ts";
import { useResource } from "../model/use-resource.ts";
import { useAutomaticSnapshot, useUndoable } from "../model/use-undoable.ts";
import { IconButton } from "../ui/parts.tsx";

const loadSnapshots = (control: Control) => control.snapshots();

/** When this page took its snapshots. Ids are unique among all sessions of a mock, until it is started again. */
const takenAt = new Map<string, Date>();
/** More are folded away. */
const MAX_SHOWN = 3;

/** Takes snapshots of the state, and goes back to them. */
export function Snapshots({ reload }: { reload(): Promise<void> }) {
	const { connection, session, run } = useInspector();
	const snapshots = useResource(loadSnapshots, ["snapshots", "session"]);
	const undoable = useUndoable(reload);
	const automatic = useAutomaticSnapshot();
	const newestFirst = [...(snapshots.data ?? [])].reverse();
	const control = connection.control(session.value);
	const attempt = connection.attempt.value;
	/** The mock may be another one after each attempt, and count from 1 again. */
	const timeKey = (id: string): string => `${attempt} ${id}`;

	async function take(): Promise<void> {
		await run(async () => {
			takenAt.set(timeKey(await control.snapshot()), new Date());
		}, "Took a snapshot.");
		snapshots.reload();
	}
	const restore = (id: string) =>
		run(() =>
			undoable(
				{
					title: `Restore snapshot ${id}?`,
					text: "The records of the snapshot replace all records of this session. You can undo it.",
					action: `Restore snapshot ${id}`,
				},
				(control) => control.restore(id),
				`Went back to snapshot ${id}.`,
			),
		);
	async function remove(id: string): Promise<void> {
		await run(() => control.deleteSnapshot(id), `Deleted snapshot ${id}.`, {
			title: `Delete snapshot ${id}?`,
			text: "You can no longer go back to it. The current records stay.",
			action: "Delete snapshot",
		});
		snapshots.reload();
	}
	const item = (id: string) => (
		<Snapshot
			key={id}
			id={id}
			time={id === automatic?.id ? automatic.at : takenAt.get(timeKey(id))}
			before={id === automatic?.id ? automatic.before : undefined}
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
				<ul class="row state-taken">
					{newestFirst.slice(0, MAX_SHOWN).map(item)}
				</ul>
			)}
			{newestFirst.length > MAX_SHOWN && (
				<details class="state-taken">
					<summary>Older snapshots ({newestFirst.length - MAX_SHOWN})</summary>
					<ul class="row">{newestFirst.slice(MAX_SHOWN).map(item)}</ul>
				</details>
			)}
		</>
	);
}

function Snapshot({
	id,
	time,
	before,
	onRestore,
	onRemove,
}: {
	readonly id: string;
	/** Undefined if this page did not take it. */
	readonly time: Date | undefined;
	/** The action before which the page took it by itself. */
	readonly before: string | undefined;
	onRestore(): void;
	onRemove(): void;
}) {
	return (
		<li class="row">
			<span>
				Snapshot {id}
				{time !== undefined && (
					<span class="faint">
						{" "}
						taken at {time.toLocaleTimeString()}
						{before !== undefined && `, before “${before}”`}
					</span>
				)}
			</span>
			<button
				type="button"
				aria-label={`Go back to snapshot ${id}`}
				onClick={onRestore}
			>
				Go back
			</button>
			<IconButton
				label={`Delete snapshot ${id}`}
				title="Delete"
				onClick={onRemove}
			/>
		</li>
	);
}
