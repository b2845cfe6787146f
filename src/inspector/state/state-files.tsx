import { useRef, useState } from "preact/hooks";
import type { StateDump } from "../../control/state-control.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import { isObject } from "../../values/is-object.ts";
import { useInspector } from "../model/inspector.ts";
import { useUndoable } from "../model/use-undoable.ts";
import { nounOf } from "./columns.ts";
import { InvalidPlaces } from "./record-editor.tsx";

/** Lets the browser save a text as a file. */
function download(text: string, name: string): void {
	const url = URL.createObjectURL(
		new Blob([text], { type: "application/json" }),
	);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// The download has begun only after this task.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function readState(
	file: File,
): Promise<Readonly<Record<string, unknown>>> {
	const text = await file.text();
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new Error(
			`The file is not valid JSON. ${error instanceof Error ? error.message : ""}`,
		);
	}
	if (isObject(value)) return value;
	throw new Error(
		"The file has no object with the records of each collection. Use a file that “Export state” wrote.",
	);
}

const countRecords = (state: Readonly<Record<string, unknown>>): string =>
	Object.entries(state)
		.map(
			([name, records]) =>
				`${nounOf(name)}s (${Array.isArray(records) ? records.length : "?"})`,
		)
		.join(", ") || "no records";

/** Exports the state to a file, imports one, and resets the state. */
export function StateFiles({
	state,
	reload,
}: {
	readonly state: StateDump | undefined;
	reload(): Promise<void>;
}) {
	const { connection, session, run } = useInspector();
	const undoable = useUndoable(reload);
	const [failed, setFailed] = useState<{ name: string; error: unknown }>();
	const input = useRef<HTMLInputElement>(null);
	const control = connection.control(session.value);

	const exportFile = () =>
		run(async () => {
			const text = JSON.stringify(await control.state(), null, "\t");
			download(text, nameExport(session.value ?? DEFAULT_SESSION, new Date()));
		});
	async function importFile(file: File): Promise<void> {
		setFailed(undefined);
		try {
			const read = await readState(file);
			await undoable(
				{
					title: `Import ${file.name}?`,
					text: `It replaces all records of this session: ${countRecords(state ?? {})}. The file has: ${countRecords(read)}.`,
					action: "Replace all records",
				},
				(control) => control.setState(read),
				`Imported ${file.name}.`,
			);
		} catch (error) {
			setFailed({ name: file.name, error });
		}
	}
	const reset = () =>
		run(() =>
			undoable(
				{
					title: "Reset the state?",
					text: "The records of the dataset replace all records of this session. Snapshots, faults and the scenario stay.",
					action: "Reset state",
				},
				(control) => control.reset(),
				"Reset the state to its dataset.",
			),
		);
	return (
		<>
			<div class="buttons state-files">
				<button
					type="button"
					title="Saves all records as a file, which understudy serve --dataset takes"
					onClick={exportFile}
				>
					Export<span class="state-wide"> state</span>
				</button>
				<button
					type="button"
					title="Replaces all records with those of a file"
					onClick={() => input.current?.click()}
				>
					Import<span class="state-wide"> state</span>
				</button>
				<input
					ref={input}
					type="file"
					hidden
					accept="application/json,.json"
					aria-label="File to import"
					onChange={({ currentTarget }) => {
						const [file] = currentTarget.files ?? [];
						// The same file can be chosen again, after it was fixed.
						currentTarget.value = "";
						if (file) importFile(file);
					}}
				/>
				<button type="button" class="danger" onClick={reset}>
					Reset<span class="state-wide"> state</span>
				</button>
			</div>
			{failed && (
				<div class="state-failed">
					<div class="bar">
						<h3>{failed.name} was not imported</h3>
						<button
							type="button"
							class="icon"
							aria-label="Close the errors"
							onClick={() => setFailed(undefined)}
						>
							✕
						</button>
					</div>
					<InvalidPlaces error={failed.error} />
				</div>
			)}
		</>
	);
}

/** Returns a file name for the state of the session, with the local time. */
export function nameExport(session: string, time: Date): string {
	const pad = (number: number): string => `${number}`.padStart(2, "0");
	const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
	const clock = [time.getHours(), time.getMinutes()];
	return `state-${session}-${date.map(pad).join("-")}T${clock.map(pad).join("-")}.json`;
}
