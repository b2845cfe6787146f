import { createDetailView } from "./detail-view.ts";
import { inspect } from "./inspect.ts";
import { createJournalView } from "./journal-view.ts";
import { STYLE } from "./style.ts";
import { createTools } from "./tools.ts";

/** The parts are compiled and checked with the rest, and sent as their own text. */
const SCRIPT = `"use strict";
const tools = (${createTools})();
const journal = (${createJournalView})(tools, ${createDetailView});
(${inspect})(tools, journal);`;

const escapeHtml = (text: string): string =>
	text.replace(
		/[&<>"']/g,
		(character) => `&#${character.codePointAt(0) ?? 0};`,
	);

/**
 * The page at `/__mock/`: the journal as it grows, and what of the control API a person wants at hand.
 * @param about the title of what is stood in for, and the nonce that its style and script carry
 */
export const inspectorPage = ({
	title,
	nonce,
}: {
	readonly title: string;
	readonly nonce: string;
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Understudy: ${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<form id="login" hidden>
	<h1>Understudy</h1>
	<label for="token">The token that it was started with (<code>--control-token</code>)</label>
	<input id="token" type="password" autocomplete="current-password" required>
	<button>Log in</button>
	<span id="denied" class="bad" role="alert"></span>
</form>
<div id="app" hidden>
	<header>
		<h1>Understudy <span>stands in for the ${escapeHtml(title)}</span></h1>
		<span id="state" class="grow faint" role="status">connecting</span>
		<label>Session <select id="session"></select></label>
		<label title="Of the session that is chosen; of the default one where all are shown">Scenario <select id="scenario"></select></label>
		<button id="reset" title="Back to the dataset it began with">Reset the state</button>
		<button id="clear" title="Forget all exchanges">Clear the journal</button>
	</header>
	<div id="trouble" class="bad" role="alert" hidden></div>
	<div id="refuted" hidden>
		<strong id="refuted-count"></strong>: a real implementation was seen to differ. Change the document, and trust no answer that rests on
		<ul id="refuted-list"></ul>
	</div>
	<main id="main">
		<div class="scroll">
			<table>
				<thead><tr><th>Time</th><th>Session</th><th>Method</th><th>Path</th><th>Status</th><th class="number">ms</th><th>Fault</th></tr></thead>
				<tbody id="rows"></tbody>
			</table>
			<div id="empty">Nothing was asked yet. Each exchange shows here as it happens.</div>
		</div>
		<aside id="detail" hidden></aside>
	</main>
	<details><summary id="unconfirmed"></summary><dl id="ledger"></dl></details>
</div>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
