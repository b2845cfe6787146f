/** Goes through the pages of a table. */
export function Pager({
	page,
	pages,
	onPage,
}: {
	/** Counts from 1. */
	readonly page: number;
	readonly pages: number;
	onPage(page: number): void;
}) {
	if (pages <= 1) return null;
	return (
		<nav class="buttons state-pager" aria-label="Pages">
			<button
				type="button"
				disabled={page <= 1}
				onClick={() => onPage(page - 1)}
			>
				Previous page
			</button>
			<span>
				Page {page} of {pages}
			</span>
			<button
				type="button"
				disabled={page >= pages}
				onClick={() => onPage(page + 1)}
			>
				Next page
			</button>
		</nav>
	);
}
