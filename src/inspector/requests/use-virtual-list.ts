import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface VirtualRow {
	readonly key: number;
	readonly index: number;
	/** The distance from the start of the list, in pixels. */
	readonly start: number;
	/** The height in pixels. */
	readonly size: number;
}

/** The rows of a long list that are visible. */
export interface VirtualList {
	readonly rows: readonly VirtualRow[];
	/** The height of all rows, in pixels. */
	readonly height: number;
	/** The width of the list, in pixels. */
	readonly width: number;
	/** Scrolls as little as is needed to show the row. */
	show(index: number): void;
}

/** How many rows to render before and after the visible ones. */
const OVERSCAN = 8;

interface Viewport {
	/** The index of the first visible row. */
	readonly first: number;
	/** How many rows are visible, at most. */
	readonly count: number;
	readonly width: number;
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
	const [{ first, count, width }, setViewport] = useState<Viewport>({
		first: 0,
		count: 0,
		width: 0,
	});
	const rowHeight = heightOf(width);

	/** Renders again only if other rows have become visible. */
	const readViewport = (): void => {
		const element = scroller.current;
		if (!element) return;
		const { scrollTop, clientHeight, clientWidth } = element;
		const height = heightOf(clientWidth);
		const next: Viewport = {
			first: Math.floor(scrollTop / height),
			count: Math.ceil(clientHeight / height) + 1,
			width: clientWidth,
		};
		setViewport((current) =>
			current.first === next.first &&
			current.count === next.count &&
			current.width === next.width
				? current
				: next,
		);
	};

	/** Scrolls, and reads at once what is visible: the event follows too late for the next frame. */
	const scrollBy = (pixels: number): void => {
		if (scroller.current) scroller.current.scrollTop += pixels;
		readViewport();
	};

	useLayoutEffect(() => {
		const element = scroller.current;
		if (!element) return;
		const observer = new ResizeObserver(readViewport);
		observer.observe(element);
		element.addEventListener("scroll", readViewport, { passive: true });
		return () => {
			observer.disconnect();
			element.removeEventListener("scroll", readViewport);
		};
	}, [scroller]);

	const lastHeight = useRef(rowHeight);
	useLayoutEffect(() => {
		const index = selected === undefined ? -1 : keys.indexOf(selected);
		if (index >= 0) scrollBy(index * (rowHeight - lastHeight.current));
		lastHeight.current = rowHeight;
	}, [rowHeight]);

	const firstKey = useRef(keys[0]);
	useLayoutEffect(() => {
		const added = keys.indexOf(firstKey.current ?? Number.NaN);
		firstKey.current = keys[0];
		const isScrolled = (scroller.current?.scrollTop ?? 0) > 0;
		if (isScrolled && added > 0) scrollBy(added * rowHeight);
	}, [keys, rowHeight, scroller]);

	const start = Math.max(0, first - OVERSCAN);
	return {
		rows: keys.slice(start, first + count + OVERSCAN).map((key, offset) => ({
			key,
			index: start + offset,
			start: (start + offset) * rowHeight,
			size: rowHeight,
		})),
		height: keys.length * rowHeight,
		width,
		show(index) {
			const element = scroller.current;
			if (!element) return;
			const { scrollTop, clientHeight } = element;
			const top = index * rowHeight;
			const isBelow = top + rowHeight > scrollTop + clientHeight;
			if (top < scrollTop) scrollBy(top - scrollTop);
			else if (isBelow) scrollBy(top + rowHeight - clientHeight - scrollTop);
		},
	};
}
