import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useInspector } from "../model/inspector.ts";

/** Returns which operations a real service responds to, and a function that changes that. */
export function useForwarding(operations: readonly string[]) {
	const { run } = useInspector();
	const previous = useRef<Promise<unknown>>(Promise.resolve());
	/** What the user has chosen, until the mock has all of it. */
	const chosen = useSignal<readonly string[] | undefined>(undefined);
	/** Changes the operations that are forwarded at that time: others, or a click just before, may have changed them. */
	async function change(
		select: (forwarded: readonly string[]) => readonly string[],
		done: string,
	): Promise<void> {
		const shown = select(chosen.peek() ?? operations);
		chosen.value = shown;
		await run((control) => {
			const next = previous.current.then(async () => {
				const current = await control.forward();
				await control.setForward({ only: select(current.operations) });
			});
			previous.current = next.catch(() => {});
			return next;
		}, done);
		if (chosen.peek() === shown) chosen.value = undefined;
	}
	return [chosen.value ?? operations, change] as const;
}
