import type { ComponentProps } from "preact";
import { useRef, useState } from "preact/hooks";
import type { StateDump } from "../../control/state-control.ts";
import type { UserAction } from "../model/actions.ts";
import { useInspector } from "../model/inspector.ts";
import { IconButton } from "../ui/parts.tsx";
import { InvalidPlaces, parseObject } from "./record-editor.tsx";
import { nounOf } from "./records.ts";

/** Lets the browser save a text as a file. */
function download(text: string, name: string): void {
	const url = URL.createObjectURL(
		new Blob([text], { type: "application/json" }),
	);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// The download begins only after this task.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const NO_STATE =
	"The file has no object with the records of each collection. Use a file that “Export state” wrote.";

const countRecords = (state: Readonly<Record<string, unknown>>): string =>
	Object.entries(state)
		.map(
			([name, records]) =>
				`${nounOf(name)}s (${Array.isArray(records) ? records.length : "?"})`,
		)
		.join(", ") || "no records";

const EXPORT_TITLE =
	"Saves all records as a file, which understudy serve --dataset takes";

const RESET: UserAction = {
	title: "Reset the state?",
	text: "The records of the dataset replace all records of this session. Snapshots, faults and the scenario stay.",
	label: "Reset state",
	done: "Reset the state to its dataset.",
	isUndoable: true,
	run: (control) => control.reset(),
};

/** Exports the state to a file, imports one, and resets the state. */
export function StateFiles({ state = {} }: { readonly state?: StateDump }) {
	const { connection, session, sessionName, attempt, ask, changeIfConfirmed } =
		useInspector();
	const [failed, setFailed] = useState<{ name: string; error: unknown }>();

	const exportFile = () =>
		attempt(async () => {
			const dump = await connection.control(session.value).state();
			const name = nameExport(sessionName.value, new Date());
			download(JSON.stringify(dump, null, "\t"), name);
		});
	async function importFile(file: File): Promise<void> {
		setFailed(undefined);
		try {
			const read = parseObject(await file.text(), "The file", NO_STATE);
			await changeIfConfirmed({
				title: `Import ${file.name}?`,
				text: `It replaces all records of this session: ${countRecords(state)}. The file has: ${countRecords(read)}.`,
				label: "Replace all records",
				done: `Imported ${file.name}.`,
				isUndoable: true,
				run: (control) => control.setState(read),
			});
		} catch (error) {
			setFailed({ name: file.name, error });
		}
	}
	const reset = () => ask(RESET);
	const input = useRef<HTMLInputElement>(null);
	const button = (verb: string, attributes: ComponentProps<"button">) => (
		<button {...attributes} type="button">
			{verb}
			<span class="wide"> state</span>
		</button>
	);
	return (
		<>
			<div class="row state-files">
				{button("Export", { title: EXPORT_TITLE, onClick: exportFile })}
				{button("Import", {
					title: "Replaces all records with the records in a file",
					onClick: () => input.current?.click(),
				})}
				<input
					ref={input}
					type="file"
					hidden
					accept="application/json,.json"
					aria-label="File to import"
					onChange={({ currentTarget }) => {
						const [file] = currentTarget.files ?? [];
						// Lets the user choose the same file again, after fixing it.
						currentTarget.value = "";
						if (file) importFile(file);
					}}
				/>
				{button("Reset", { class: "danger", onClick: reset })}
			</div>
			{failed && (
				<div class="box bad state-failed">
					<div class="bar">
						<h3>{failed.name} was not imported</h3>
						<IconButton
							label="Close the errors"
							onClick={() => setFailed(undefined)}
						/>
					</div>
					<InvalidPlaces error={failed.error} />
				</div>
			)}
		</>
	);
}

/** Returns a file name for the state of the session, with the local time. */
function nameExport(session: string, now: Date): string {
	// The Swedish format of times is like ISO 8601.
	const time = now.toLocaleString("sv-SE").slice(0, 16);
	return `state-${session}-${time.replace(" ", "T").replace(":", "-")}.json`;
}
