import type { RefObject } from "preact";
import {
	useEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "preact/hooks";
import { formatTarget } from "../../journal/format-target.ts";
import { useInspector } from "../model/inspector.ts";
import type { Item } from "../model/journal.ts";
import { plural } from "../ui/parts.tsx";
import {
	formatDuration,
	formatStatus,
	formatTime,
	toneOf,
} from "./exchanges.ts";
import type { EntryProps } from "./findings.tsx";

/** The width in pixels below which each request takes two lines. */
const TWO_LINES_BELOW = 640;
/** The number of rows to render before and after the visible ones. */
const OVERSCAN = 8;

/**
 * Renders only the visible rows of a list whose rows have equal heights. If rows are added above, the visible rows
 * keep their position.
 * @param keys identifies each row
 */
function useVirtualList(
	scroller: RefObject<HTMLElement | null>,
	keys: readonly number[],
) {
	const [first, setFirst] = useState(0);
	const [count, setCount] = useState(0);
	const [isNarrow, setNarrow] = useState(false);
	const rowHeight = isNarrow ? 58 : 36;

	/** Finds the visible rows. Renders again only if they have changed. */
	const read = (): void => {
		const element = scroller.current;
		if (!element) return;
		setNarrow(element.clientWidth < TWO_LINES_BELOW);
		setFirst(Math.floor(element.scrollTop / rowHeight));
		setCount(Math.ceil(element.clientHeight / rowHeight) + 1);
	};
	useLayoutEffect(() => {
		read();
		const observer = new ResizeObserver(read);
		if (scroller.current) observer.observe(scroller.current);
		return () => observer.disconnect();
	}, [scroller, rowHeight]);

	/** Scrolls, and finds the visible rows at once. The scroll event would be too late for the next frame. */
	const scrollBy = (pixels: number): void => {
		if (scroller.current) scroller.current.scrollTop += pixels;
		read();
	};
	const firstKey = useRef(keys[0]);
	useLayoutEffect(() => {
		const added = keys.indexOf(firstKey.current ?? Number.NaN);
		firstKey.current = keys[0];
		const isScrolled = (scroller.current?.scrollTop ?? 0) > 0;
		if (isScrolled && added > 0) scrollBy(added * rowHeight);
	}, [keys, rowHeight, scroller]);

	/** Scrolls the minimum distance that shows the row. */
	function show(index: number): void {
		if (!scroller.current) return;
		const { scrollTop, clientHeight } = scroller.current;
		const top = index * rowHeight;
		const lowest = top + rowHeight - clientHeight;
		scrollBy(Math.max(lowest, Math.min(top, scrollTop)) - scrollTop);
	}
	const start = Math.max(0, first - OVERSCAN);
	const end = first + count + OVERSCAN;
	return { start, end, rowHeight, isNarrow, read, show };
}

interface ListProps {
	readonly items: readonly Item[];
	/** The id of the exchange with open details; empty for none. */
	readonly selected: string;
}

/** Lists exchanges, the newest first. Only the visible rows are in the page. */
export function RequestList({ items, selected }: ListProps) {
	const scroller = useRef<HTMLDivElement>(null);
	const keys = useMemo(() => items.map(({ number }) => number), [items]);
	const key = selected === "" ? Number.NaN : Number(selected);
	const { start, end, rowHeight, isNarrow, read, show } = useVirtualList(
		scroller,
		keys,
	);
	useEffect(() => {
		const index = keys.indexOf(key);
		if (index < 0) return;
		show(index);
		// If a row has the focus, the next row gets it. This row may be rendered only after scrolling.
		if (!scroller.current?.contains(document.activeElement)) return;
		requestAnimationFrame(() => {
			const row = scroller.current?.querySelector("[aria-current]");
			if (row instanceof HTMLElement) row.focus({ preventScroll: true });
		});
	}, [selected, rowHeight]);
	return (
		<div class="requests-scroller" ref={scroller} tabIndex={-1} onScroll={read}>
			<ol
				class={isNarrow ? "requests-list two-lines" : "requests-list"}
				style={{ height: `${items.length * rowHeight}px` }}
			>
				{items.slice(start, end).map(({ number, entry }, offset) => {
					const index = start + offset;
					const top = `${index * rowHeight}px`;
					return (
						<li
							key={number}
							aria-posinset={index + 1}
							aria-setsize={items.length}
							style={{ height: `${rowHeight}px`, top }}
						>
							<Row entry={entry} isSelected={entry.id === selected} />
						</li>
					);
				})}
			</ol>
		</div>
	);
}

interface RowProps extends EntryProps {
	readonly isSelected: boolean;
}

function Row({ entry, isSelected }: RowProps) {
	const { router, session } = useInspector();
	const { method, operation, durationMs, fault, forwarded, violations } = entry;
	const target = formatTarget(entry);
	return (
		<a
			class="requests-row"
			href={router.link({ id: entry.id })}
			aria-current={isSelected ? "true" : undefined}
		>
			<span>
				<strong class="mono">{method}</strong>
				<span class="grow mono" title={target}>
					{target}
				</span>
				{fault !== null && (
					<span class="badge odd" title={fault}>
						fault
					</span>
				)}
				{forwarded && <span class="badge">forwarded</span>}
				{!!violations?.length && (
					<span class="badge bad">
						{plural(violations.length, "violation")}
					</span>
				)}
				<strong class={toneOf(entry)}>{formatStatus(entry)}</strong>
			</span>
			<span class="faint">
				<span>{operation ?? (entry.matched ? "handler" : "no operation")}</span>
				{session.value === undefined && <span>{entry.session}</span>}
				<span>{formatTime(entry.at)}</span>
				<span>{formatDuration(durationMs)}</span>
			</span>
		</a>
	);
}
