import { useState } from "preact/hooks";
import type { JournalResponse } from "../../journal/entry.ts";
import { JsonTree, useCopy } from "../ui/json-view.tsx";
import { bodyText } from "./format.ts";

/** Shows the body and the headers of a request or a response. */
export function MessageView({
	name,
	message,
}: {
	readonly name: string;
	readonly message: JournalResponse;
}) {
	const copy = useCopy();
	const [isRaw, setRaw] = useState(false);
	const { headers, body, truncated } = message;
	const isJson = typeof body === "object" && body !== null;
	const text = bodyText(message);
	const copyBody = () => copy(text, `the body of the ${name.toLowerCase()}`);
	return (
		<section class="stack" aria-label={name}>
			<div class="bar">
				<h3>
					{name} body
					{truncated && <span class="odd"> (cut at 64 KiB)</span>}
				</h3>
				{text !== "" && (
					<div class="row">
						{isJson && (
							<button
								type="button"
								class="small"
								aria-pressed={isRaw}
								onClick={() => setRaw(!isRaw)}
							>
								Raw
							</button>
						)}
						<button type="button" class="small" onClick={copyBody}>
							Copy
						</button>
					</div>
				)}
			</div>
			{text === "" ? (
				<p class="faint">No body</p>
			) : isJson && !isRaw ? (
				<JsonTree value={body} />
			) : (
				<pre>{text}</pre>
			)}
			<details>
				<summary>
					<h3>
						{name} headers ({Object.keys(headers).length})
					</h3>
				</summary>
				<dl class="pairs mono">
					{Object.entries(headers).map(([key, value]) => (
						<div key={key}>
							<dt>{key}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
			</details>
		</section>
	);
}
