import type { SpeedFinding } from "../load/findings.ts";
import { unique } from "../statistics.ts";

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

/** Draws a bar per runner and operation: its rate relative to the first runner. */
export function drawShareChart(findings: readonly SpeedFinding[]): string {
	const operations = unique(findings.map(({ operation }) => operation));
	const runners = unique(findings.map(({ runner }) => runner));
	const maxShare = Math.max(1, ...findings.map(({ share }) => share.median));
	const x = (share: number): number =>
		LABEL_WIDTH + (share / maxShare) * (WIDTH - LABEL_WIDTH - VALUE_WIDTH);
	const barsHeight = operations.length * BAR_HEIGHT;
	const topOf = (runner: string): number =>
		TOP + runners.indexOf(runner) * (barsHeight + GAP);
	const height = TOP + runners.length * (barsHeight + GAP);

	const legend = operations.map((operation, index) => {
		const left = LABEL_WIDTH + index * 130;
		return `<rect x="${left}" y="28" width="10" height="10" fill="${COLORS[index]}"/><text x="${left + 15}" y="37">${operation}</text>`;
	});
	const grid = TICKS.map(
		(tick) =>
			`<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 6}" y2="${height - GAP / 2}"/><text class="faint" x="${x(tick)}" y="${TOP - 10}" text-anchor="middle">${tick}</text>`,
	);
	const labels = runners.map(
		(runner) =>
			`<text x="${LABEL_WIDTH - 10}" y="${topOf(runner) + barsHeight / 2 + 4}" text-anchor="end">${escapeText(runner)}</text>`,
	);
	const bars = findings.map(({ runner, operation, share: { median } }) => {
		const index = operations.indexOf(operation);
		const y = topOf(runner) + index * BAR_HEIGHT;
		const width = (x(median) - LABEL_WIDTH).toFixed(1);
		return `<rect x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT - 1}" fill="${COLORS[index]}"/>
<text class="faint" x="${(x(median) + 5).toFixed(1)}" y="${y + BAR_HEIGHT - 1}" style="font-size:9px">${median.toFixed(2)}</text>`;
	});
	// In `<img>`, an SVG knows the preferred color scheme of the reader, but not the colors of the page.
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Responses per second relative to bare node:http">
<style>
	text { font: 12px system-ui, sans-serif; fill: #24292f; }
	.faint { fill: #6e7781; }
	line { stroke: #8c959f; stroke-opacity: 0.35; }
	@media (prefers-color-scheme: dark) {
		text { fill: #e6edf3; }
		.faint { fill: #9198a1; }
	}
</style>
<text x="0" y="14">Responses per second, relative to bare node:http with the same work</text>
${[...legend, ...grid, ...labels, ...bars].join("\n")}
</svg>
`;
}
