import { marked } from "marked";
import { formatMarkdownReport } from "./format-markdown-report.ts";
import type { VerificationResults } from "./results.ts";

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dce3, #3a404b); --soft: light-dark(#f4f5f7, #23272e); --link: light-dark(#0b57d0, #8ab4f8); }
body { font: 16px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h3, li, summary { overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; }
h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1.05rem; }
a { color: var(--link); }
ul { padding-left: 1.5rem; }
p, ul { margin: 0.4rem 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9rem; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
td:last-child { min-width: 12rem; overflow-wrap: anywhere; }
th { background: var(--soft); font-weight: 600; }
pre { background: var(--soft); padding: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85rem; }
details { border: 1px solid var(--line); border-radius: 0.4rem; margin: 0.25rem 0; padding: 0 0.8rem; }
details[open] { padding-bottom: 0.4rem; }
summary { cursor: pointer; margin: 0 -0.8rem; padding: 0.15rem 0.8rem; border-radius: 0.4rem; }
summary:hover { background: var(--soft); }
:target { scroll-margin-top: 4rem; }
`;

/** Returns the results as one self-contained page, with the content of the Markdown report. */
export function formatHtmlReport(results: VerificationResults): string {
	const content = marked.parse(formatMarkdownReport(results), {
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
