import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
	isTooWide,
} from "../../support/inspector-pages.ts";
import { postJson } from "../../support/post-json.ts";
import { serveStage } from "../../support/serve-stage.ts";

const ATTACK = `"><script>document.title="run"</script><img src=x onerror='document.title="run"'>`;
const encoded = encodeURIComponent(ATTACK);

/** Texts to click, the fragments of their addresses, and how often the view then shows the markup at least. */
const VIEWS: readonly (readonly [string, string, number])[] = [
	["Raw", "#/requests/1", 2],
	["Request headers", "#/requests/2", 1],
	["1 found", "#/state/zaps?search=onerror", 1],
	["Body and headers", "#/behavior", 3],
	["The ledger has no assumption", `#/assumptions/${encoded}`, 1],
	["uses zaps.page", "#/requests?assumption=zaps.page", 1],
];

describeInspector("a view at 360 px", (open) => {
	test.each(VIEWS)(
		'shows markup of clients and of the address as text, and fits, with "%s"',
		async (name, fragment, least) => {
			await using stage = await serveStage({ dataset: "empty" });
			const { control } = stage;
			await stage.send(
				"/v1/zaps",
				postJson({ name: ATTACK, [ATTACK]: { [ATTACK]: ATTACK } }),
			);
			const headers = { "x-attack": ATTACK };
			await stage.send(`/v1/${encoded}?${encoded}=${encoded}`, { headers });
			await stage.send(`/v1/zaps?limit=1&q=${encoded}`);
			const body = { [ATTACK]: ATTACK };
			await control.setFaults([
				{ kind: "status", operation: "createZap", status: 201, body, headers },
			]);
			const url = `http://127.0.0.1:9/${encoded}`;
			await control.setForward({ url, headers });
			const page = await open(stage, fragment, {
				viewport: { width: 360, height: 740 },
				colorScheme: "dark",
			});
			const shown = (text: string) =>
				page.getByText(text).filter({ visible: true });
			await shown(name).first().click();
			await shown("onerror")
				.nth(least - 1)
				.waitFor();
			expect(await findAccessibilityProblems(page)).toEqual([]);
			expect(await isTooWide(page)).toBe(false);
			expect(await page.locator("img, #app script").count()).toBe(0);
			expect(await page.title()).toBe("Understudy");
		},
	);
});
