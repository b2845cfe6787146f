import type { JournalEntry } from "../../journal/entry.ts";
import { useKeys } from "../model/inspector.ts";
import { useCopy } from "../ui/json-view.tsx";
import { toCurl, toFetch, toMswHandler } from "./copy-as.ts";

/** Copies a request as code. */
export function CopyMenu({ entry }: { readonly entry: JournalEntry }) {
	const copy = useCopy();
	const copyCurl = () =>
		copy(toCurl(entry, location.origin), "the request as a curl command");
	useKeys([{ key: "c", does: "Copy the request as curl", run: copyCurl }]);
	return (
		<fieldset class="buttons copy-menu">
			<legend>Copy as</legend>
			<button type="button" onClick={copyCurl}>
				curl
			</button>
			<button
				type="button"
				onClick={() =>
					copy(
						toFetch(entry, location.origin),
						"the request as a call of fetch",
					)
				}
			>
				fetch
			</button>
			<button
				type="button"
				onClick={() =>
					copy(toMswHandler(entry), "the response as a handler of MSW")
				}
			>
				MSW handler
			</button>
		</fieldset>
	);
}
