import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** Says that there is nothing to show, and what to do about it. */
export const Empty = ({
	title,
	children,
}: {
	readonly title: string;
	readonly children?: ComponentChildren;
}) => (
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
}: {
	readonly title: ComponentChildren;
	readonly about: ComponentChildren;
	readonly children: ComponentChildren;
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

/** Shows a button whose text is a symbol. */
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
	/** The button is disabled without it. */
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
