import type { Zaps } from "./use-zaps.ts";
import type { Zap } from "./zaps-api.ts";

const date = new Intl.DateTimeFormat(undefined, {
	dateStyle: "medium",
	timeStyle: "short",
});

const BUTTON = {
	loading: "Loading…",
	more: "Load more",
	failed: "Try again",
} as const;

function ZapItem({ name, owner, createdAt }: Zap) {
	return (
		<li>
			<strong>{name}</strong>
			<small>
				<time dateTime={createdAt}>{date.format(new Date(createdAt))}</time>
				{typeof owner === "string" && <span>{owner}</span>}
			</small>
		</li>
	);
}

export function ZapList({ zaps, status, failure, loadMore }: Zaps) {
	return (
		<section aria-labelledby="zaps" aria-busy={status === "loading"}>
			<h2 id="zaps">Your zaps</h2>
			<ul>
				{zaps.map((zap) => (
					<ZapItem key={zap.id} {...zap} />
				))}
			</ul>
			{status === "complete" && zaps.length === 0 && (
				<p>No zaps yet. Create the first one above.</p>
			)}
			{status === "failed" && (
				<p role="alert" class="failure">
					{failure}
				</p>
			)}
			{status !== "complete" && (
				<button
					type="button"
					aria-disabled={status === "loading"}
					onClick={() => status !== "loading" && loadMore()}
				>
					{BUTTON[status]}
				</button>
			)}
		</section>
	);
}
