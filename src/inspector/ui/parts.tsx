import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";

/** A title and its contents. */
interface TitledProps {
	readonly title: string;
	readonly children?: ComponentChildren;
}

/** Shows that a list is empty, and what to do next. */
export const Empty = (props: TitledProps & { readonly text?: string }) => (
	<div class="empty stack">
		<p>
			<strong>{props.title}</strong>
		</p>
		{props.text && (
			<p>
				<RichText text={props.text} />
			</p>
		)}
		{props.children}
	</div>
);

/**
 * Shows a part of a view with a heading and a description.
 * @param about a text in which `{session}` is replaced by the name of the session
 */
export function Section(
	props: TitledProps & { readonly about: string; readonly class?: string },
) {
	const { sessionName } = useInspector();
	const heading = useId();
	const [before, after] = props.about.split("{session}");
	return (
		<section
			class={`section stack ${props.class ?? ""}`}
			aria-labelledby={heading}
		>
			<div>
				<h2 id={heading}>{props.title}</h2>
				<p class="faint">
					{before}
					{after !== undefined && <strong>{sessionName.value}</strong>}
					{after}
				</p>
			</div>
			{props.children}
		</section>
	);
}

/** How to leave the details of an item. */
export interface PanelNavigation {
	onClose(): void;
	/** Undefined for the last item of the list. */
	readonly onNext?: (() => void) | undefined;
	readonly onPrevious?: (() => void) | undefined;
}

interface PanelProps extends TitledProps, PanelNavigation {
	/** Names the panel, such as "Request 12". */
	readonly label: string;
	/** Beside the title. */
	readonly badge?: ComponentChildren;
	/** Whether the title gets the focus, so that reading goes on there. */
	readonly takesFocus?: boolean;
}

/** Shows the details of an item beside its list. */
export function Panel(props: PanelProps) {
	const { title, takesFocus, onNext, onPrevious } = props;
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (takesFocus) heading.current?.focus();
	}, [title]);
	return (
		<aside class="panel" aria-label={props.label}>
			<header class="bar top">
				<h2 ref={heading} tabIndex={-1} class="grow">
					<span class="mono">{title}</span> {props.badge}
				</h2>
				<div class="row tight">
					<IconButton label="Previous (k)" onClick={onPrevious}>
						↑
					</IconButton>
					<IconButton label="Next (j)" onClick={onNext}>
						↓
					</IconButton>
					<IconButton label="Close (Esc)" onClick={props.onClose} />
				</div>
			</header>
			<div class="stack">{props.children}</div>
		</aside>
	);
}

interface DialogProps extends TitledProps {
	readonly closedby?: "any" | "closerequest";
	onClose(): void;
}

/**
 * Shows a modal dialog. Escape and the close button close it. A click outside closes it, too, unless text could be
 * lost.
 */
export function Dialog({ title, closedby = "any", ...props }: DialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useId();
	useEffect(() => dialog.current?.showModal(), []);
	return (
		<dialog
			ref={dialog}
			aria-labelledby={heading}
			onClose={props.onClose}
			closedby={closedby}
		>
			<div class="stack">
				<header class="bar top">
					<h2 id={heading} class="grow">
						{title}
					</h2>
					<IconButton label="Close" onClick={props.onClose} />
				</header>
				{props.children}
			</div>
		</dialog>
	);
}

interface PairsProps {
	readonly items: readonly (readonly [
		name: ComponentChildren,
		value: ComponentChildren,
	])[];
	readonly class?: string;
	readonly valueClass?: string;
}

/** Shows names with their values. */
export const Pairs = ({ items, valueClass, ...props }: PairsProps) => (
	<dl class={props.class ?? "pairs"}>
		{items.map(([name, value], index) => (
			<div key={index}>
				<dt>{name}</dt>
				<dd class={valueClass}>{value}</dd>
			</div>
		))}
	</dl>
);

type ButtonProps = ComponentProps<"button"> & { readonly label: string };

/** Shows a button that does not submit its form. */
export const Button = ({ label, ...attributes }: ButtonProps) => (
	<button {...attributes} type="button">
		{label}
	</button>
);

interface AlertProps {
	readonly id?: string;
	readonly text: string | undefined;
}

/** Shows an error. Shows nothing if there is no error. */
export const Alert = ({ id, text }: AlertProps) => (
	<p id={id} class="error" role="alert">
		{text}
	</p>
);

/** Shows a button whose text is a symbol. Without `onClick`, it is disabled. */
export const IconButton = ({
	label,
	children = "✕",
	...attributes
}: ButtonProps) => (
	<button
		type="button"
		class="icon"
		aria-label={label}
		title={label}
		disabled={!attributes.onClick}
		{...attributes}
	>
		{children}
	</button>
);

const TONES = { assumed: "odd", confirmed: "good", refuted: "bad" };

interface StatusProps {
	/** The status of an assumption. */
	readonly status: keyof typeof TONES;
}

export const StatusBadge = ({ status }: StatusProps) => (
	<span class={`badge ${TONES[status]}`}>{status}</span>
);

/** Shows the text of a schema. Backticks mark code. */
export const RichText = ({ text }: { readonly text: string }) => (
	<>
		{text
			.split("`")
			.map((part, index) =>
				index % 2 ? <code key={index}>{part}</code> : part,
			)}
	</>
);

/** Returns words such as "1 fault" and "1,200 faults". */
export const plural = (
	number: number,
	noun: string,
	several = `${noun}s`,
): string => `${number.toLocaleString("en")} ${number === 1 ? noun : several}`;
