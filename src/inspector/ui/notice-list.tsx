import { useInspector } from "../model/use-inspector.ts";

/** Shows the results of actions. */
export function NoticeList() {
	const { notices } = useInspector();
	return (
		<div class="notices" aria-live="polite">
			{notices.list.value.map((notice) => (
				<div
					key={notice.isError}
					class={`notice ${notice.isError ? "bad" : "good"}`}
					role={notice.isError ? "alert" : undefined}
				>
					<span class="grow">{notice.text}</span>
					{notice.action && (
						<button
							type="button"
							onClick={() => {
								notices.close(notice);
								notice.action?.run();
							}}
						>
							{notice.action.label}
						</button>
					)}
					<button
						type="button"
						class="icon"
						aria-label="Close the message"
						onClick={() => notices.close(notice)}
					>
						✕
					</button>
				</div>
			))}
		</div>
	);
}
