import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** Shows a modal dialog. Escape, its close button and a click beside it close it. */
export function Dialog({
	title,
	onClose,
	children,
}: {
	readonly title: string;
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
			closedby="any"
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
