import { expect, test } from "vitest";
import {
	describeInspector,
	findAccessibilityProblems,
} from "../../support/inspector-pages.ts";
import { editLibrary } from "../../support/library.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { startStub } from "../../support/stub-server.ts";
import { startCli } from "../../support/understudy.ts";

test("serves a page that loads nothing of others and runs only its own script", async () => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/");
	const html = await response.text();
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	const policy = response.headers.get("content-security-policy") ?? "";
	const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
	expect(policy).toMatch(/^default-src 'none'; /);
	expect(policy).toContain("frame-ancestors 'none'");
	expect(policy).not.toContain("unsafe");
	// Any text that a view would insert as markup is then an error of the page, which fails the tests of the view.
	expect(policy).toMatch(
		/require-trusted-types-for 'script'; trusted-types 'none'$/,
	);
	const tags = html.match(/<(script|style|link|img|iframe)\b[^>]*>/g) ?? [];
	expect(tags.map((tag) => tag.replace(nonce ?? "", "*"))).toEqual([
		'<link rel="icon" href="data:,">',
		expect.stringMatching(
			/^<script type="module" crossorigin src="\.\/assets\/[\w-]+\.js" nonce="\*">$/,
		),
		expect.stringMatching(
			/^<link rel="stylesheet" crossorigin href="\.\/assets\/[\w-]+\.css" nonce="\*">$/,
		),
	]);
	const again = await stage.send("/__mock/");
	expect(again.headers.get("content-security-policy")).not.toBe(policy);
});

describeInspector("the page", (open) => {
	test("connects, and says so when the mock stops", async () => {
		const stage = await serveStage();
		const page = await open(stage);
		await page.getByRole("status").getByText("live").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await stage[Symbol.asyncDispose]();
		await page.getByText("The connection to the mock is lost.").waitFor();
	});

	test("ignores an invalid session in the address, and follows the deletion of one", async () => {
		await using stage = await serveStage();
		await stage.createZap("A", "mine");
		const page = await open(stage, "#/state?session=a%20b");
		await page.getByRole("link", { name: "Requests" }).click();
		await page.getByText("1 request", { exact: true }).waitFor();
		await stage.control.deleteSession("mine");
		await page.getByText("No requests yet").waitFor();
	});

	test("asks for the token in each tab, rejects a wrong one, and cannot be opened by another page", async () => {
		await using stage = await serveStage({ token: "open-sesame" });
		const page = await open(stage);
		await page.getByLabel("Token").fill("wrong");
		await page.getByText("Log in").click();
		await page.getByText("has a wrong token").waitFor();
		expect(await findAccessibilityProblems(page)).toEqual([]);
		await page.getByLabel("Token").fill("open-sesame");
		await page.keyboard.press("Enter");
		await page.getByRole("status").getByText("live").waitFor();
		await page.reload();
		await page.getByRole("status").getByText("live").waitFor();
		expect(await page.context().cookies()).toEqual([]);
		const [another] = await Promise.all([
			page.context().waitForEvent("page"),
			page.evaluate('open(location.href, "", "noopener")'),
		]);
		await another.getByLabel("Token").waitFor();
		await using elsewhere = await startStub((_, response) => {
			response.setHeader("content-type", "text/html");
			response.end(`<!doctype html><a href="${stage.url}/__mock/">mock</a>`);
		});
		await page.goto(elsewhere.url);
		const [response] = await Promise.all([
			page.waitForResponse(`${stage.url}/__mock/`),
			page.click("a"),
		]);
		expect(response.status()).toBe(403);
	});

	test("is the only page that can control the mock: a page on another port cannot", async () => {
		await using stage = await serveStage({ dataset: "empty" });
		await using elsewhere = await startStub((_, response) => {
			response.setHeader("content-type", "text/html");
			response.end("<!doctype html><title>elsewhere</title>");
		});
		await stage.createZap("Mine");
		const page = await open(stage);
		await page.goto(elsewhere.url);
		const tried = await page.evaluate(`Promise.all([
			fetch("${stage.url}/__mock/state"),
			fetch("${stage.url}/__mock/reset", { method: "POST", mode: "no-cors", credentials: "include" }).then(({ type }) => type),
			fetch("${stage.url}/__session/x/__mock/faults", { method: "DELETE" }),
			fetch("${stage.url}/__mock/scenario", { method: "PUT", headers: { "content-type": "application/json" }, body: '{"name":"broken"}' }),
		].map((sent) => sent.then((read) => read, () => "refused")))`);
		expect(tried).toEqual(["refused", "opaque", "refused", "refused"]);
		expect((await stage.control.state()).zaps).toHaveLength(1);
		expect((await stage.control.scenarios()).active).toBe("normal");
	});

	test("follows a document that changes while it is open", async () => {
		await using folder = await scratchFolder();
		const file = await folder.file("library.yaml", editLibrary());
		await using cli = await startCli(["--document", file]);
		const page = await open(cli, "#/behavior");
		const operation = (name: string) =>
			page.getByRole("button", { name: `Fail ${name}` });
		await operation("listShelves").waitFor();
		await folder.file(
			"library.yaml",
			editLibrary(["listShelves", "listRacks"]),
		);
		await operation("listRacks").waitFor();
		expect(await operation("listShelves").count()).toBe(0);
	});
});
