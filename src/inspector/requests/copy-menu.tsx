import type { JournalEntry } from "../../journal/entry.ts";
import { useKeys } from "../model/inspector.ts";
import { useCopy } from "../ui/json-view.tsx";
import { toCurl, toFetch, toMswHandler } from "./copy-as.ts";

/** Copies a request as code. */
export function CopyMenu({ entry }: { readonly entry: JournalEntry }) {
	const copy = useCopy();
	const { origin } = location;
	const copyCurl = () =>
		copy(toCurl(entry, origin), "the request as a curl command");
	const copyFetch = () =>
		copy(toFetch(entry, origin), "the request as a call of fetch");
	const copyHandler = () =>
		copy(toMswHandler(entry), "the response as a handler of MSW");
	useKeys([{ key: "c", does: "Copy the request as curl", run: copyCurl }]);
	return (
		<fieldset>
			<legend>Copy as</legend>
			<button type="button" onClick={copyCurl}>
				curl
			</button>
			<button type="button" onClick={copyFetch}>
				fetch
			</button>
			<button type="button" onClick={copyHandler}>
				MSW handler
			</button>
		</fieldset>
	);
}
