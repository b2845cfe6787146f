/** The style of the page, with a light and a dark color scheme. */
export const STYLE = `
:root {
	color-scheme: light dark;
	--ground: #fff; --raised: #f6f7f9; --line: #dfe3e8; --text: #1c2430; --faint: #667085;
	--accent: #2456d6; --good: #157347; --odd: #9a5b00; --bad: #c01d2e; --loud: #fdecee;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #11151c; --raised: #1a2029; --line: #2c3542; --text: #e4e8ee; --faint: #93a0b2;
		--accent: #7ea6ff; --good: #5fce93; --odd: #e5b052; --bad: #ff7b86; --loud: #3a1a20;
	}
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
header, .bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
header { background: var(--raised); }
h1 { margin: 0; font-size: 1rem; } h1 span { font-weight: 400; color: var(--faint); }
h2 { margin: 0; font: 600 .95rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
h3 { margin: 1rem 0 .3rem; font-size: .78rem; text-transform: uppercase; letter-spacing: .05em; color: var(--faint); }
.grow { flex: 1; } .faint { color: var(--faint); } .good { color: var(--good); } .odd { color: var(--odd); } .bad { color: var(--bad); }
#state::before { content: "●"; margin-right: .35em; color: var(--odd); } #state.live::before { color: var(--good); }
select, button, input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem; }
button { cursor: pointer; } button:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#refuted, #error { padding: .6rem 1rem; background: var(--loud); border-bottom: 1px solid var(--bad); }
#refuted strong { color: var(--bad); } #refuted ul { margin: .2rem 0 0; padding-left: 1.2rem; }
main { display: grid; grid-template-columns: minmax(0, 1fr); }
main.open { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
@media (max-width: 60rem) { main.open { grid-template-columns: minmax(0, 1fr); } }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--faint); font-size: .8rem; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { padding-left: 1rem; }
tbody tr { cursor: pointer; } tbody tr:hover, tbody tr.selected { background: var(--raised); }
td.path { width: 100%; max-width: 0; overflow: hidden; text-overflow: ellipsis; }
td.path button { all: unset; cursor: pointer; } td.path button:focus-visible { outline: 2px solid var(--accent); }
code { white-space: nowrap; } .mono, pre { font-family: ui-monospace, monospace; font-size: .85rem; } .number { text-align: right; }
#empty { padding: 2.5rem 1rem; text-align: center; color: var(--faint); }
aside { border-left: 1px solid var(--line); padding: .8rem 1rem; min-width: 0; }
aside .bar { padding: 0; border: 0; align-items: start; flex-wrap: nowrap; }
pre { margin: 0; padding: .6rem; background: var(--raised); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; }
details { padding: .6rem 1rem; border-top: 1px solid var(--line); } summary { cursor: pointer; }
dl { margin: .5rem 0 0; } dt { font: 600 .85rem ui-monospace, monospace; } dd { margin: 0 0 .5rem; color: var(--faint); }
form { max-width: 22rem; margin: 15vh auto; padding: 1.5rem; background: var(--raised); border: 1px solid var(--line); border-radius: 10px; display: grid; gap: .7rem; }
`;
