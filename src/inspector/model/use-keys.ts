import { useLayoutEffect } from "preact/hooks";
import type { Shortcut } from "./keys.ts";
import { useInspector } from "./use-inspector.ts";

/** Adds shortcuts while the component is shown. */
export function useKeys(shortcuts: readonly Shortcut[]): void {
	const { keys } = useInspector();
	useLayoutEffect(() => keys.add(shortcuts));
}
