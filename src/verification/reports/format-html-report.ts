import { marked } from "marked";
import type { Verification } from "../report.ts";
import { formatMarkdownReport } from "./format-markdown.ts";

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dce3, #3a404b); --soft: light-dark(#f4f5f7, #23272e); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h3, li { overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; } h3 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9rem; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
td:last-child { min-width: 12rem; overflow-wrap: anywhere; }
th { background: var(--soft); font-weight: 600; }
pre { background: var(--soft); padding: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85rem; }
`;

/** Returns the results as one self-contained page, with the content of the Markdown report. */
export function formatHtmlReport(verification: Verification): string {
	const content = marked.parse(formatMarkdownReport(verification), {
		async: false,
	});
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Verification</title>
<style>${STYLE}</style>
</head>
<body>
${content}</body>
</html>
`;
}
