import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** A title, and what belongs to it. */
interface TitledProps {
	readonly title: string;
	readonly children?: ComponentChildren;
}

/** Says that there is nothing to show, and what to do about it. */
export const Empty = ({ title, children }: TitledProps) => (
	<div class="empty stack">
		<p>
			<strong>{title}</strong>
		</p>
		{children}
	</div>
);

/** Shows a part of a view with its heading, and what it is about. */
export function Section({
	title,
	about,
	children,
	class: name = "",
}: TitledProps & {
	readonly about: ComponentChildren;
	readonly class?: string;
}) {
	const heading = useId();
	return (
		<section class={`card stack ${name}`} aria-labelledby={heading}>
			<div>
				<h2 id={heading}>{title}</h2>
				<p class="faint">{about}</p>
			</div>
			{children}
		</section>
	);
}

/** Shows a modal dialog. Escape and its close button close it; a click beside it does so too, unless text could get lost. */
export function Dialog({
	title,
	closedby = "any",
	onClose,
	children,
}: TitledProps & {
	readonly closedby?: "any" | "closerequest";
	onClose(): void;
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

/** Shows names with their values. */
export const Pairs = ({
	items,
	class: name = "pairs",
	valueClass,
}: {
	readonly items: readonly (readonly [
		name: ComponentChildren,
		value: ComponentChildren,
	])[];
	readonly class?: string;
	readonly valueClass?: string;
}) => (
	<dl class={name}>
		{items.map(([term, value], index) => (
			<div key={index}>
				<dt>{term}</dt>
				<dd class={valueClass}>{value}</dd>
			</div>
		))}
	</dl>
);

/** Shows a button that does not submit the form it is in. */
export const Button = ({
	label,
	...attributes
}: ComponentProps<"button"> & { readonly label: string }) => (
	<button {...attributes} type="button">
		{label}
	</button>
);

/** Says what is wrong; shows nothing if nothing is. */
export const Alert = ({ text }: { readonly text: string | undefined }) => (
	<p class="error" role="alert">
		{text}
	</p>
);

/** Shows a button whose text is a symbol. Without `onClick`, it is disabled. */
export const IconButton = ({
	text = "✕",
	label,
	title = label,
	onClick,
}: {
	readonly text?: string;
	readonly label: string;
	/** The tooltip; defaults to the label. */
	readonly title?: string;
	readonly onClick: (() => void) | undefined;
}) => (
	<button
		type="button"
		class="icon"
		aria-label={label}
		title={title}
		disabled={!onClick}
		onClick={onClick}
	>
		{text}
	</button>
);

/** Shows the text of a schema, whose backticks mark code. */
export const RichText = ({ text }: { readonly text: string }) => (
	<>
		{text
			.split("`")
			.map((part, index) =>
				index % 2 ? <code key={index}>{part}</code> : part,
			)}
	</>
);

/** Moves the focus to an input, and selects its text. */
export function focusInput(id: string): void {
	const input = document.getElementById(id);
	if (input instanceof HTMLInputElement) input.select();
}

/** Returns words such as "1 fault" and "1,200 faults". */
export const plural = (
	number: number,
	noun: string,
	several = `${noun}s`,
): string => `${number.toLocaleString("en")} ${number === 1 ? noun : several}`;
