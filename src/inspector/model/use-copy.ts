import { useInspector } from "./use-inspector.ts";

/** Copies where `navigator.clipboard` is missing: on pages of other machines without TLS. */
function copyBySelection(text: string): void {
	const focused = document.activeElement;
	const area = document.createElement("textarea");
	area.value = text;
	document.body.append(area);
	area.select();
	const isDone = document.execCommand("copy");
	area.remove();
	if (focused instanceof HTMLElement) focused.focus();
	if (!isDone)
		throw new Error(
			"The browser did not copy. Select the text and copy it yourself.",
		);
}

/** Returns a function that copies a text, and says so. */
export function useCopy(): (text: string, what: string) => void {
	const inspector = useInspector();
	return (text, what) =>
		void inspector.run(async () => {
			if (navigator.clipboard) await navigator.clipboard.writeText(text);
			else copyBySelection(text);
		}, `Copied ${what}.`);
}
