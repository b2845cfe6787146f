import type { ComponentProps } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CollectionInfo } from "../../control/collection-control.ts";
import { commandLine } from "../../values/command-line.ts";
import type { UserAction } from "../model/actions.ts";
import { useInspector } from "../model/inspector.ts";
import { Button, IconButton } from "../ui/parts.tsx";
import { InvalidPlaces, parseObject } from "./record-editor.tsx";
import { nounOf } from "./records.ts";

/** Lets the browser save parts of a text as a file. */
function download(parts: readonly string[], name: string): void {
	const url = URL.createObjectURL(
		new Blob([...parts], { type: "application/json" }),
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

const listCounts = (
	counts: readonly (readonly [name: string, count: number | string])[],
): string =>
	counts.map(([name, count]) => `${nounOf(name)}s (${count})`).join(", ") ||
	"no records";

const EXPORT_TITLE = `Saves all records as a file for ${commandLine("serve --dataset <file>")}`;

const RESET: UserAction = {
	title: "Reset the state?",
	text: "The records of the dataset replace all records of this session. Snapshots, faults and the scenario stay.",
	label: "Reset state",
	done: "Reset the state to its dataset.",
	isUndoable: true,
	run: (control) => control.reset(),
};

/** Exports the state to a file, imports one, and resets the state. */
export function StateFiles(props: {
	readonly collections: readonly CollectionInfo[];
}) {
	const { connection, session, sessionName, attempt, ask, changeIfConfirmed } =
		useInspector();
	const [failed, setFailed] = useState<{ name: string; error: unknown }>();

	const exportFile = () =>
		attempt(async () => {
			const parts: string[] = [];
			const control = connection.control(session.value);
			for await (const part of await control.exportState()) parts.push(part);
			download(parts, nameExport(sessionName.value, new Date()));
		});
	async function importFile(file: File): Promise<void> {
		setFailed(undefined);
		try {
			const read = parseObject(await file.text(), "The file", NO_STATE);
			const now = listCounts(
				props.collections.map(({ name, count }) => [name, count]),
			);
			const then = listCounts(
				Object.entries(read).map(([name, records]) => [
					name,
					Array.isArray(records) ? records.length : "?",
				]),
			);
			await changeIfConfirmed({
				title: `Import ${file.name}?`,
				text: `It replaces all records of this session: ${now}. The file has: ${then}.`,
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
		<Button
			{...attributes}
			label={verb}
			aria-label={`${verb.replace("…", "")} state`}
		/>
	);
	return (
		<>
			{button("Export", { title: EXPORT_TITLE, onClick: exportFile })}
			{button("Import", {
				title: "Replaces all records with those of a file",
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
					// The same file can be chosen again, after it was fixed.
					currentTarget.value = "";
					if (file) importFile(file);
				}}
			/>
			{button("Reset…", { class: "danger", onClick: reset })}
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
