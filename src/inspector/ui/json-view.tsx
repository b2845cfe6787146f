import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";
import { Button, plural } from "./parts.tsx";

/** Whether JSON is shown as text. This applies to all JSON of the page. */
const isRaw = signal(false);

interface JsonViewProps {
	readonly value: unknown;
	/** The value as text; empty to show nothing. */
	readonly text: string;
	/** Names what the button copies. */
	readonly copies: string;
	/** Shown beside the buttons. */
	readonly children: ComponentChildren;
}

/** Shows a value as a tree, or as text if it is not JSON or the user prefers that. */
export function JsonView({ value, text, copies, children }: JsonViewProps) {
	const copy = useCopy();
	const isJson = typeof value === "object" && value !== null;
	return (
		<>
			<div class="bar">
				{children}
				{text !== "" && (
					<div class="row tight">
						{isJson && (
							<Button
								label="Raw"
								class="quiet"
								aria-pressed={isRaw.value}
								onClick={() => {
									isRaw.value = !isRaw.value;
								}}
							/>
						)}
						<Button
							label="Copy"
							class="quiet"
							onClick={() => copy(text, copies)}
						/>
					</div>
				)}
			</div>
			{text !== "" &&
				(isJson && !isRaw.value ? (
					<JsonTree value={value} />
				) : (
					<pre>{text}</pre>
				))}
		</>
	);
}

/** The maximum number of items in a container that is open at first. */
const MAX_OPEN_ITEMS = 50;
/** The maximum number of items in all containers that are open at first. */
const MAX_ITEMS = 1_000;
/** The maximum number of items of an open container that are shown. */
const MAX_SHOWN = 5_000;

/** Shows JSON as a tree whose objects and arrays can be closed. Shows all values as text. */
export const JsonTree = ({ value }: { readonly value: unknown }) => (
	<div class="json">
		<Node value={value} room={MAX_ITEMS} />
	</div>
);

interface NodeProps {
	readonly name?: string;
	readonly value: unknown;
	/** The maximum number of items that are shown in it at first. */
	readonly room: number;
}

function Node({ name, value, room }: NodeProps) {
	const entries =
		typeof value === "object" && value ? Object.entries(value) : [];
	const { length } = entries;
	const [isOpen, setOpen] = useState(length <= Math.min(room, MAX_OPEN_ITEMS));
	const label = name !== undefined && <span class="json-name">{name}: </span>;
	if (length === 0)
		return (
			<div class="json-leaf">
				{label}
				<span class={typeof value === "string" ? "good" : "odd"}>
					{JSON.stringify(value)}
				</span>
			</div>
		);
	const size = Array.isArray(value)
		? `[ ${plural(length, "item")} ]`
		: `{ ${plural(length, "property", "properties")} }`;
	return (
		<details
			open={isOpen}
			onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
		>
			<summary>
				{label}
				<span class="faint">{size}</span>
			</summary>
			<div class="json-items">
				{isOpen &&
					entries
						.slice(0, MAX_SHOWN)
						.map(([key, item]) => (
							<Node
								key={key}
								name={key}
								value={item}
								room={room / (length + 1)}
							/>
						))}
				{isOpen && length > MAX_SHOWN && (
					<p class="faint">
						The first {plural(MAX_SHOWN, "item")} are shown. Raw shows all.
					</p>
				)}
			</div>
		</details>
	);
}

/** Copies without `navigator.clipboard`, which is missing on pages of other machines without TLS. */
function copyBySelection(text: string): void {
	const focused = document.activeElement;
	const area = document.createElement("textarea");
	area.value = text;
	document.body.append(area);
	area.select();
	const isDone = document.execCommand("copy");
	area.remove();
	if (focused instanceof HTMLElement) focused.focus();
	if (!isDone)
		throw new Error(
			"The browser did not copy. Select the text and copy it yourself.",
		);
}

/** Returns a function that copies a text and shows a message. */
export function useCopy() {
	const { attempt, messages } = useInspector();
	return (text: string, what: string): void =>
		void attempt(async () => {
			if (navigator.clipboard) await navigator.clipboard.writeText(text);
			else copyBySelection(text);
			messages.tell(`Copied ${what}.`);
		});
}
