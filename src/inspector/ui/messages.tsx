import { signal } from "@preact/signals";
import { useInspector } from "../model/inspector.ts";
import { Dialog } from "./dialog.tsx";
import { IconButton } from "./parts.tsx";

/** Shows the question of `dialogs.confirm`. */
export function ConfirmDialog() {
	const { dialogs } = useInspector();
	const question = dialogs.question.value;
	if (!question) return null;
	const cancel = () => dialogs.answer(false);
	return (
		<Dialog title={question.title} onClose={cancel}>
			<p>{question.text}</p>
			<div class="row end">
				<button type="button" onClick={cancel}>
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

const isHelpOpen = signal(false);

export function showHelp(): void {
	isHelpOpen.value = true;
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
	if (!isHelpOpen.value) return null;
	return (
		<Dialog
			title="Keyboard shortcuts"
			onClose={() => {
				isHelpOpen.value = false;
			}}
		>
			<dl class="pairs">
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
			{notices.list.value.map((notice) => {
				const { text, isError, action } = notice;
				const close = () => notices.close(notice);
				return (
					<div
						key={isError}
						class={`box bar top ${isError ? "bad" : "good"}`}
						role={isError ? "alert" : undefined}
					>
						<span class="grow">{text}</span>
						{action && (
							<button
								type="button"
								onClick={() => {
									close();
									action.run();
								}}
							>
								{action.label}
							</button>
						)}
						<IconButton label="Close the message" onClick={close} />
					</div>
				);
			})}
		</div>
	);
}
