import { useEffect, useMemo, useRef } from "preact/hooks";
import { formatTarget } from "../../journal/format-target.ts";
import { useInspector } from "../model/inspector.ts";
import type { Item } from "../model/journal.ts";
import { plural } from "../ui/parts.tsx";
import { formatDuration, formatStatus, formatTime, toneOf } from "./format.ts";
import { useVirtualList } from "./use-virtual-list.ts";

/** Narrower lists show each request in two lines. */
const TWO_LINES_BELOW = 640;
const heightOf = (width: number): number => (width < TWO_LINES_BELOW ? 58 : 36);

/** Lists exchanges, newest first. Only the visible rows are in the page. */
export function RequestList({
	items,
	selected,
}: {
	readonly items: readonly Item[];
	/** The id of the exchange whose details are shown. */
	readonly selected: string;
}) {
	const scroller = useRef<HTMLDivElement>(null);
	const keys = useMemo(() => items.map(({ number }) => number), [items]);
	const { first, end, rowHeight, width, show } = useVirtualList(
		scroller,
		keys,
		heightOf,
		selected === "" ? undefined : Number(selected),
	);
	useEffect(() => {
		const index = keys.indexOf(Number(selected));
		if (selected === "" || index < 0) return;
		show(index);
		// If a row has the focus, the next one gets it. It may only be rendered after scrolling.
		if (!scroller.current?.contains(document.activeElement)) return;
		requestAnimationFrame(() => {
			const row = scroller.current?.querySelector("[aria-current]");
			if (row instanceof HTMLElement) row.focus({ preventScroll: true });
		});
	}, [selected]);
	return (
		<div class="requests-scroller" ref={scroller} tabIndex={-1}>
			<ol
				class={
					width < TWO_LINES_BELOW ? "requests-list two-lines" : "requests-list"
				}
				style={{ height: `${items.length * rowHeight}px` }}
			>
				{items.slice(first, end).map((item, offset) => (
					<li
						key={item.number}
						aria-posinset={first + offset + 1}
						aria-setsize={items.length}
						style={{
							height: `${rowHeight}px`,
							top: `${(first + offset) * rowHeight}px`,
						}}
					>
						<Row item={item} isSelected={item.entry.id === selected} />
					</li>
				))}
			</ol>
		</div>
	);
}

function Row({
	item: { entry },
	isSelected,
}: {
	readonly item: Item;
	readonly isSelected: boolean;
}) {
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
