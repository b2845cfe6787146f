import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { RichText } from "./rich-text.tsx";

/** What the input of a field needs. */
export interface FieldInput {
	readonly id: string;
	readonly name: string;
	readonly "aria-describedby": string;
	readonly "aria-invalid": boolean;
}

/** Shows an input with its label, its description, and what is wrong with it. */
export function Field({
	name,
	label,
	hint = "",
	error = "",
	children,
}: {
	readonly name: string;
	readonly label: ComponentChildren;
	readonly hint?: string | undefined;
	readonly error?: string | undefined;
	children(input: FieldInput): ComponentChildren;
}) {
	const id = useId();
	return (
		<div class="field">
			<label class="label" for={id}>
				{label}
			</label>
			{children({
				id,
				name,
				"aria-describedby": `${id}-hint ${id}-error`,
				"aria-invalid": error !== "",
			})}
			<p id={`${id}-hint`} class="behavior-hint" hidden={hint === ""}>
				<RichText text={hint} />
			</p>
			<p id={`${id}-error`} class="error" role="alert">
				{error}
			</p>
		</div>
	);
}
