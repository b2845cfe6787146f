import { useEffect, useRef, useState } from "preact/hooks";
import { useInspector } from "../model/use-inspector.ts";
import { nounOf } from "./columns.ts";

const ID = "state-search";
/** Browsers limit how often a page may change its address. */
const DELAY_MS = 150;

export function focusSearch(): void {
	document.getElementById(ID)?.focus();
}

/** Searches the records of the collection; the address keeps the text. */
export function SearchField({ collection }: { readonly collection: string }) {
	const { router } = useInspector();
	const { search = "" } = router.route.value.query;
	const [text, setText] = useState(search);
	const sent = useRef(search);
	// The address was changed by a link, or by the browser's back button.
	if (search !== sent.current) {
		sent.current = search;
		setText(search);
	}
	useEffect(() => {
		if (text === sent.current) return;
		const timer = setTimeout(() => {
			sent.current = text;
			router.go(
				{ id: collection, query: { search: text, page: "" } },
				{ replace: true },
			);
		}, DELAY_MS);
		return () => clearTimeout(timer);
	}, [text, collection, router]);
	return (
		<input
			id={ID}
			class="state-search"
			type="search"
			aria-label={`Search ${nounOf(collection)}s`}
			placeholder={`Search ${nounOf(collection)}s`}
			value={text}
			onInput={({ currentTarget }) => setText(currentTarget.value)}
		/>
	);
}
