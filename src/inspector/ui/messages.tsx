import { signal } from "@preact/signals";
import { useInspector } from "../model/inspector.ts";
import { Dialog } from "./dialog.tsx";

/** Shows the question of `dialogs.confirm`. */
export function ConfirmDialog() {
	const { dialogs } = useInspector();
	const question = dialogs.question.value;
	if (!question) return null;
	return (
		<Dialog title={question.title} onClose={() => dialogs.answer(false)}>
			<p>{question.text}</p>
			<div class="buttons end">
				<button type="button" onClick={() => dialogs.answer(false)}>
					Cancel
				</button>
				<button
					type="button"
					class="danger"
					onClick={() => dialogs.answer(true)}
				>
					{question.action}
				</button>
			</div>
		</Dialog>
	);
}

const isOpen = signal(false);

export function showHelp(): void {
	isOpen.value = true;
}

/** Names of keys that have no letter. */
const KEY_NAMES: Readonly<Record<string, string>> = {
	ArrowDown: "↓",
	ArrowUp: "↑",
	Escape: "Esc",
};

/** Lists the keyboard shortcuts of the current view. */
export function HelpDialog() {
	const { keys } = useInspector();
	if (!isOpen.value) return null;
	return (
		<Dialog
			title="Keyboard shortcuts"
			onClose={() => {
				isOpen.value = false;
			}}
		>
			<dl class="keys">
				{keys.list().map(({ key, does }) => (
					<div key={key}>
						<dt>
							<kbd>{KEY_NAMES[key] ?? key}</kbd>
						</dt>
						<dd>{does}</dd>
					</div>
				))}
			</dl>
		</Dialog>
	);
}

/** Shows the results of actions. */
export function NoticeList() {
	const { notices } = useInspector();
	return (
		<div class="notices" aria-live="polite">
			{notices.list.value.map((notice) => (
				<div
					key={notice.isError}
					class={`notice ${notice.isError ? "bad" : "good"}`}
					role={notice.isError ? "alert" : undefined}
				>
					<span class="grow">{notice.text}</span>
					{notice.action && (
						<button
							type="button"
							onClick={() => {
								notices.close(notice);
								notice.action?.run();
							}}
						>
							{notice.action.label}
						</button>
					)}
					<button
						type="button"
						class="icon"
						aria-label="Close the message"
						onClick={() => notices.close(notice)}
					>
						✕
					</button>
				</div>
			))}
		</div>
	);
}
