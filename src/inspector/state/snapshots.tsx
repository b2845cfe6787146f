import { useInspector, useResource } from "../model/inspector.ts";
import { changeWithUndo, latestSnapshot } from "../model/undo.ts";
import { Button, IconButton } from "../ui/parts.tsx";

/** When this page took its snapshots. Ids are unique among all sessions of a mock, until it is started again. */
const takenAt = new Map<string, Date>();
/** More are folded away. */
const MAX_SHOWN = 3;

/** Takes snapshots of the state, and goes back to them. */
export function Snapshots() {
	const inspector = useInspector();
	const { run } = inspector;
	const snapshots = useResource((control) => control.snapshots(), "snapshots");
	const automatic = latestSnapshot(inspector);
	const newestFirst = [...(snapshots.data ?? [])].reverse();
	const attempt = inspector.connection.attempt.value;
	/** The mock may be another one after each attempt, and count from 1 again. */
	const timeKey = (id: string): string => `${attempt} ${id}`;

	const take = () =>
		run(async (control) => {
			takenAt.set(timeKey(await control.snapshot()), new Date());
		}, "Took a snapshot.");
	const restore = (id: string) =>
		inspector.attempt(() =>
			changeWithUndo(
				inspector,
				(control) => control.restore(id),
				`Went back to snapshot ${id}.`,
				{
					title: `Restore snapshot ${id}?`,
					text: "The records of the snapshot replace all records of this session. You can undo it.",
					action: `Restore snapshot ${id}`,
				},
			),
		);
	const remove = (id: string) =>
		run((control) => control.deleteSnapshot(id), `Deleted snapshot ${id}.`, {
			title: `Delete snapshot ${id}?`,
			text: "You can no longer go back to it. The current records stay.",
			action: "Delete snapshot",
		});
	/** Returns when a snapshot was taken, if by this page, and why. */
	function describe(id: string): string {
		const isAutomatic = id === automatic?.id;
		const time = isAutomatic ? automatic.at : takenAt.get(timeKey(id));
		if (!time) return "";
		const reason = isAutomatic ? `, before “${automatic.before}”` : "";
		return ` taken at ${time.toLocaleTimeString()}${reason}`;
	}
	const items = newestFirst.map((id) => (
		<li key={id} class="row">
			<span>
				Snapshot {id}
				<span class="faint">{describe(id)}</span>
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
