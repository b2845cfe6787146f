import { signal } from "@preact/signals";
import { useInspector } from "../model/use-inspector.ts";
import { Dialog } from "./dialog.tsx";

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
