import { isTime, summarize } from "./columns.ts";

const format = new Intl.DateTimeFormat(undefined, {
	dateStyle: "medium",
	timeStyle: "medium",
});

/** Shows a value of a record in one line. */
export function Cell({ value }: { readonly value: unknown }) {
	if (value === undefined) return <span class="faint">–</span>;
	if (isTime(value))
		return (
			<time dateTime={value} title={value}>
				{format.format(new Date(value))}
			</time>
		);
	const text = summarize(value);
	return (
		<span
			class={typeof value === "object" ? "state-cell faint" : "state-cell"}
			title={text}
		>
			{text}
		</span>
	);
}

const TAIL_LENGTH = 6;

/** Shows an id, whose end tells ids apart that were generated one after the other. */
export function RecordId({ id }: { readonly id: string }) {
	return (
		<span class="state-id mono" title={id}>
			<span>{id.slice(0, -TAIL_LENGTH)}</span>
			<span>{id.slice(-TAIL_LENGTH)}</span>
		</span>
	);
}
