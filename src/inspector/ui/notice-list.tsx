import { useInspector } from "../model/use-inspector.ts";

/** Shows what was done, and what failed. */
export function NoticeList() {
	const { notices } = useInspector();
	return (
		<div class="notices" aria-live="polite">
			{notices.list.value.map(({ id, text, isError }) => (
				<div
					key={id}
					class={`notice ${isError ? "bad" : "good"}`}
					role={isError ? "alert" : undefined}
				>
					<span>{text}</span>
					<button
						type="button"
						class="icon"
						aria-label="Close the message"
						onClick={() => notices.close(id)}
					>
						✕
					</button>
				</div>
			))}
		</div>
	);
}
