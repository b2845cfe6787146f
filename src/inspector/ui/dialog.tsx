import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** Shows a modal dialog. Escape and its close button close it; a click beside it does so too, unless text could get lost. */
export function Dialog({
	title,
	closedby = "any",
	onClose,
	children,
}: {
	readonly title: string;
	readonly closedby?: "any" | "closerequest";
	onClose(): void;
	readonly children: ComponentChildren;
}) {
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useId();
	useEffect(() => dialog.current?.showModal(), []);
	return (
		<dialog
			ref={dialog}
			class="dialog"
			aria-labelledby={heading}
			onClose={onClose}
			closedby={closedby}
		>
			<div class="dialog-body">
				<header class="bar">
					<h2 id={heading}>{title}</h2>
					<button
						type="button"
						class="icon"
						aria-label="Close"
						onClick={onClose}
					>
						✕
					</button>
				</header>
				{children}
			</div>
		</dialog>
	);
}
