import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A column of a table. */
export interface Column<Item> {
	readonly title: string;
	/** The columns without a width share what is left. */
	readonly width?: string;
	/** From which width of the table on it is shown; defaults to any. */
	readonly from?: "medium" | "wide";
	readonly class?: string | undefined;
	/** Whether its value links to the item. */
	readonly isLink?: boolean;
	cell(item: Item): ComponentChildren;
}

export interface TableProps<Item> {
	readonly label: string;
	readonly columns: readonly Column<Item>[];
	readonly items: readonly Item[];
	/** The id of the item whose details are shown; empty for none. */
	readonly opened: string;
	idOf(item: Item): string;
	hrefOf(item: Item): string;
}

/** Of a row, until it is measured: those of a phone can be higher. */
const ROW_HEIGHT = 34;
/** How many rows to render before and after the visible ones. */
const OVERSCAN = 10;

/**
 * Returns which rows of a scrolled table to render. When rows are added before those that the user has scrolled to, these
 * stay where they are.
 * @param ids those of all rows
 */
function useVisibleRows(
	scroller: RefObject<HTMLElement | null>,
	ids: readonly string[],
) {
	const [first, setFirst] = useState(0);
	const [count, setCount] = useState(0);
	const [height, setHeight] = useState(ROW_HEIGHT);
	/** Renders again only if other rows have become visible. */
	const read = (): void => {
		if (!scroller.current) return;
		const { scrollTop, clientHeight } = scroller.current;
		const row = scroller.current.querySelector("tbody tr");
		const measured = row?.clientHeight || ROW_HEIGHT;
		setHeight(measured);
		setFirst(Math.floor(scrollTop / measured));
		setCount(Math.ceil(clientHeight / measured));
	};
	useLayoutEffect(() => {
		read();
		const observer = new ResizeObserver(read);
		if (scroller.current) observer.observe(scroller.current);
		return () => observer.disconnect();
	}, []);
	/** Scrolls, and reads at once what is visible: the event follows too late for the next frame. */
	const scrollBy = (pixels: number): void => {
		if (scroller.current) scroller.current.scrollTop += pixels;
		read();
	};
	const firstId = useRef(ids[0]);
	useLayoutEffect(() => {
		const added = ids.indexOf(firstId.current ?? "");
		firstId.current = ids[0];
		const isScrolled = (scroller.current?.scrollTop ?? 0) > 0;
		if (isScrolled && added > 0) scrollBy(added * height);
	}, [ids[0]]);
	/** Scrolls as little as is needed to show the row. */
	function show(index: number): void {
		if (!scroller.current) return;
		const { scrollTop, clientHeight } = scroller.current;
		// The headings are at most as high as a row.
		const top = index * height;
		const lowest = top + 2 * height - clientHeight;
		scrollBy(Math.max(lowest, Math.min(top, scrollTop)) - scrollTop);
	}
	const start = Math.max(0, first - OVERSCAN);
	const end = Math.min(ids.length, first + count + OVERSCAN);
	return { start, end, height, read, show };
}

/** Shows and focuses the row of the open item, or of the one that was closed. */
function useOpenedRow(
	scroller: RefObject<HTMLElement | null>,
	ids: readonly string[],
	opened: string,
	show: (index: number) => void,
): void {
	const before = useRef("");
	useEffect(() => {
		const id = opened || before.current;
		const isClosed = opened === "" && before.current !== "";
		before.current = opened;
		const index = ids.indexOf(id);
		if (index < 0) return;
		show(index);
		// If a row has the focus, the next one gets it. It may only be rendered after scrolling.
		if (!isClosed && !scroller.current?.contains(document.activeElement))
			return;
		requestAnimationFrame(() => {
			const link = scroller.current?.querySelector(
				`[data-id="${CSS.escape(id)}"]`,
			);
			if (link instanceof HTMLElement) link.focus({ preventScroll: true });
		});
	}, [opened]);
}

/** Shows items as rows that link to their details. Only the visible rows are in the page. */
export function Table<Item>(props: TableProps<Item>) {
	const { label, columns, items, opened, idOf, hrefOf } = props;
	const scroller = useRef<HTMLDivElement>(null);
	const ids = items.map(idOf);
	const { start, end, height, read, show } = useVisibleRows(scroller, ids);
	useOpenedRow(scroller, ids, opened, show);
	const classOf = ({ from, ...column }: Column<Item>): string =>
		`${column.class ?? ""} ${from ? `from-${from}` : ""}`;
	return (
		<div class="table" ref={scroller} tabIndex={-1} onScroll={read}>
			<div
				style={{
					paddingTop: `${start * height}px`,
					paddingBottom: `${(items.length - end) * height}px`,
				}}
			>
				<table aria-label={label} aria-rowcount={items.length + 1}>
					<thead>
						<tr>
							{columns.map((column) => (
								<th
									key={column.title}
									scope="col"
									class={classOf(column)}
									style={{ width: column.width }}
								>
									{column.title}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{items.slice(start, end).map((item, offset) => {
							const id = idOf(item);
							return (
								<tr key={id} aria-rowindex={start + offset + 2}>
									{columns.map((column) => (
										<td key={column.title} class={classOf(column)}>
											{column.isLink ? (
												<a
													href={hrefOf(item)}
													data-id={id}
													aria-current={id === opened ? "true" : undefined}
												>
													{column.cell(item)}
												</a>
											) : (
												column.cell(item)
											)}
										</td>
									))}
								</tr>
							);
						})}
					</tbody>
				</table>
			</div>
		</div>
	);
}
