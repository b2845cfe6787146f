import {
	elementScroll,
	observeElementOffset,
	observeElementRect,
	type Rect,
	type VirtualItem,
	Virtualizer,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

/** The rows of a long list that are visible. */
export interface VirtualList {
	readonly rows: readonly VirtualItem[];
	/** The height of all rows, in pixels. */
	readonly height: number;
	/** The width of the list, in pixels. */
	readonly width: number;
	/** Scrolls as little as is needed to show the row. */
	show(index: number): void;
}

/**
 * Renders only the visible rows of a list, all of the same height. When rows are added before those that the user has scrolled
 * to, these stay where they are.
 * @param keys identifies each row
 * @param heightOf returns the height of a row in a list of the width
 * @param selected the key of the row that stays in its place when the height of rows changes
 */
export function useVirtualList(
	scroller: RefObject<HTMLElement | null>,
	keys: readonly number[],
	heightOf: (width: number) => number,
	selected: number | undefined,
): VirtualList {
	const [, render] = useReducer((count: number) => count + 1, 0);
	const list = useRef<Virtualizer<HTMLElement, HTMLElement>>(undefined);
	const [width, setWidth] = useState(0);
	const rowHeight = heightOf(width);
	const options = {
		count: keys.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		getItemKey: (index: number) => keys[index] ?? index,
		overscan: 8,
		scrollToFn: elementScroll,
		observeElementRect: (
			instance: Virtualizer<HTMLElement, HTMLElement>,
			notify: (rect: Rect) => void,
		) =>
			observeElementRect(instance, (rect) => {
				notify(rect);
				// The list itself renders only if other rows become visible.
				setWidth(rect.width);
			}),
		observeElementOffset,
		onChange: render,
	};
	list.current ??= new Virtualizer(options);
	const virtualizer = list.current;
	virtualizer.setOptions(options);
	useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
	useLayoutEffect(() => virtualizer._willUpdate());
	// Forgets the height that rows had at another width.
	useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

	const lastHeight = useRef(rowHeight);
	useLayoutEffect(() => {
		const element = scroller.current;
		const index = selected === undefined ? -1 : keys.indexOf(selected);
		if (element && index >= 0)
			element.scrollTop += index * (rowHeight - lastHeight.current);
		lastHeight.current = rowHeight;
	}, [rowHeight]);

	const first = useRef(keys[0]);
	useLayoutEffect(() => {
		const element = scroller.current;
		const added = keys.indexOf(first.current ?? Number.NaN);
		first.current = keys[0];
		if (element && element.scrollTop > 0 && added > 0)
			element.scrollTop += added * rowHeight;
	}, [keys, rowHeight, scroller]);

	return {
		rows: virtualizer.getVirtualItems(),
		height: virtualizer.getTotalSize(),
		width,
		show: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
	};
}
