import type { InspectorPage } from "../control/server/route.ts";
import { formatTarget } from "../journal/format-target.ts";
import { createJournalView } from "./journal-view.ts";
import { createPageHelpers } from "./page-helpers.ts";
import { runPage } from "./run-page.ts";
import { STYLE } from "./style.ts";

/** Consists of the source of these functions, so that the script needs no bundler and is still type-checked. */
const SCRIPT = `"use strict";
const helpers = (${createPageHelpers})();
const journal = (${createJournalView})(helpers, ${formatTarget});
(${runPage})(helpers, journal);`;

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the page at `/__mock/`, which shows the journal live and controls the scenario and the state. */
export const inspectorPage: InspectorPage = ({
	title,
	nonce,
}) => `<!doctype html>
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
	<label for="token">Token of the mock (<code>--control-token</code>)</label>
	<input id="token" type="password" autocomplete="current-password" required>
	<button>Log in</button>
	<span id="denied" class="bad" role="alert"></span>
</form>
<div id="app" hidden>
	<header>
		<h1>Understudy <span>mock of the ${escapeHtml(title)}</span></h1>
		<span id="state" class="grow faint" role="status">connecting</span>
		<label>Session <select id="session"></select></label>
		<label title="The scenario of the selected session, or of the default session if all are shown">Scenario <select id="scenario"></select></label>
		<button id="reset" title="Restore the initial data of the session">Reset state</button>
		<button id="clear" title="Delete all entries of the journal">Clear journal</button>
	</header>
	<div id="error" class="bad" role="alert" hidden></div>
	<div id="refuted" hidden>
		<strong id="refuted-count"></strong>: a real implementation behaves differently. Change the OpenAPI document. Until then, do not rely on responses that depend on
		<ul id="refuted-list"></ul>
	</div>
	<main id="main">
		<div class="scroll">
			<table>
				<thead><tr><th>Time</th><th>Session</th><th>Method</th><th>Path</th><th>Status</th><th class="number">ms</th><th>Fault</th></tr></thead>
				<tbody id="rows"></tbody>
			</table>
			<div id="empty">No requests yet. New requests appear here.</div>
		</div>
		<aside id="detail" hidden></aside>
	</main>
	<details><summary id="unconfirmed"></summary><dl id="ledger"></dl></details>
</div>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
