import type { SpeedFinding } from "../load/findings.ts";
import { select } from "../load/measure-servers.ts";

const WIDTH = 760;
const LABEL_WIDTH = 240;
const VALUE_WIDTH = 60;
const BAR_HEIGHT = 9;
const GAP = 14;
const TOP = 64;
const COLORS = ["#4c8dd6", "#e0883a", "#3fa66f"];
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const escapeText = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** In `<img>`, an SVG knows the preferred color scheme of the reader, but not the colors of the page. */
const STYLE = `
	text { font: 12px system-ui, sans-serif; fill: #24292f; }
	.faint { fill: #6e7781; }
	line { stroke: #8c959f; stroke-opacity: 0.35; }
	@media (prefers-color-scheme: dark) {
		text { fill: #e6edf3; }
		.faint { fill: #9198a1; }
	}`;

/** Draws a bar per runner and operation: its rate relative to the first runner. */
export function drawShareChart(findings: readonly SpeedFinding[]): string {
	const operations = [...new Set(findings.map((each) => each.operation))];
	const runners = [...new Set(findings.map((each) => each.runner))];
	const maxShare = Math.max(1, ...findings.map(({ share }) => share.median));
	const x = (share: number): number =>
		LABEL_WIDTH + (share / maxShare) * (WIDTH - LABEL_WIDTH - VALUE_WIDTH);
	const rowHeight = operations.length * BAR_HEIGHT + GAP;
	const height = TOP + runners.length * rowHeight;

	const legend = operations.map((operation, index) => {
		const left = LABEL_WIDTH + index * 130;
		return `<rect x="${left}" y="28" width="10" height="10" fill="${COLORS[index]}"/><text x="${left + 15}" y="37">${operation}</text>`;
	});
	const grid = TICKS.map(
		(tick) =>
			`<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 6}" y2="${height - GAP / 2}"/><text class="faint" x="${x(tick)}" y="${TOP - 10}" text-anchor="middle">${tick}</text>`,
	);
	const rows = runners.flatMap((runner, row) => {
		const top = TOP + row * rowHeight;
		const middle = top + (operations.length * BAR_HEIGHT) / 2 + 4;
		const bars = operations.flatMap((operation, index) => {
			const [found] = select(findings, runner, operation);
			if (!found) return [];
			const share = found.share.median;
			const y = top + index * BAR_HEIGHT;
			const width = (x(share) - LABEL_WIDTH).toFixed(1);
			return [
				`<rect x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT - 1}" fill="${COLORS[index]}"/>`,
				`<text class="faint" x="${(x(share) + 5).toFixed(1)}" y="${y + BAR_HEIGHT - 1}" style="font-size:9px">${share.toFixed(2)}</text>`,
			];
		});
		return [
			`<text x="${LABEL_WIDTH - 10}" y="${middle}" text-anchor="end">${escapeText(runner)}</text>`,
			...bars,
		];
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Responses per second relative to bare node:http">`,
		`<style>${STYLE}\n</style>`,
		`<text x="0" y="14">Responses per second, relative to bare node:http with the same work</text>`,
		...legend,
		...grid,
		...rows,
		"</svg>",
		"",
	].join("\n");
}
