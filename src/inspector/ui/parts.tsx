import type { ComponentChildren } from "preact";

/** Says that there is nothing to show, and what to do about it. */
export function Empty({
	title,
	children,
}: {
	readonly title: string;
	readonly children?: ComponentChildren;
}) {
	return (
		<div class="empty">
			<p class="empty-title">{title}</p>
			{children}
		</div>
	);
}

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
