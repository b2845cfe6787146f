import { useInspector } from "../model/use-inspector.ts";
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
