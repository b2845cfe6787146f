import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The rows of a long list that are visible. */
export interface VirtualList {
	/** The index of the first row to render, and of the first row after those. */
	readonly first: number;
	readonly end: number;
	/** The height of each row, in pixels. */
	readonly rowHeight: number;
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

/** Keeps what is visible of the scroller: renders again only if other rows have become visible. */
function useViewport(
	scroller: RefObject<HTMLElement | null>,
	heightOf: (width: number) => number,
): readonly [viewport: Viewport, read: () => void] {
	const [viewport, setViewport] = useState<Viewport>({
		first: 0,
		count: 0,
		width: 0,
	});
	const read = (): void => {
		const element = scroller.current;
		if (!element) return;
		const { scrollTop, clientHeight, clientWidth: width } = element;
		const height = heightOf(width);
		const first = Math.floor(scrollTop / height);
		const count = Math.ceil(clientHeight / height) + 1;
		setViewport((current) =>
			current.first === first &&
			current.count === count &&
			current.width === width
				? current
				: { first, count, width },
		);
	};
	useLayoutEffect(() => {
		const element = scroller.current;
		if (!element) return;
		const observer = new ResizeObserver(read);
		observer.observe(element);
		element.addEventListener("scroll", read, { passive: true });
		return () => {
			observer.disconnect();
			element.removeEventListener("scroll", read);
		};
	}, [scroller]);
	return [viewport, read];
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
	const [{ first, count, width }, read] = useViewport(scroller, heightOf);
	const rowHeight = heightOf(width);

	/** Scrolls, and reads at once what is visible: the event follows too late for the next frame. */
	const scrollBy = (pixels: number): void => {
		if (scroller.current) scroller.current.scrollTop += pixels;
		read();
	};

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

	return {
		first: Math.max(0, first - OVERSCAN),
		end: first + count + OVERSCAN,
		rowHeight,
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
