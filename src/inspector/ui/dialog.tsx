import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { IconButton } from "./parts.tsx";

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
			aria-labelledby={heading}
			onClose={onClose}
			closedby={closedby}
		>
			<div class="stack">
				<header class="bar top">
					<h2 id={heading} class="grow">
						{title}
					</h2>
					<IconButton label="Close" onClick={onClose} />
				</header>
				{children}
			</div>
		</dialog>
	);
}
