import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import * as aip from "../provider/strangers/aip.ts";
import * as enterprise from "../provider/strangers/enterprise.ts";
import * as expressTutorial from "../provider/strangers/express-tutorial.ts";
import * as fastapi from "../provider/strangers/fastapi.ts";
import * as minimalGo from "../provider/strangers/minimal-go.ts";
import * as rails from "../provider/strangers/rails.ts";
import { run } from "../support/run.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { startStub } from "../support/stub-server.ts";
import { CLI } from "../support/understudy.ts";
import { isWhole } from "./sample.ts";

/** Services in the styles of frameworks, and the share of the differences that is left at most, as measured. */
const STRANGERS = [
	["aip", aip, aip.TOKEN, 0.15],
	["rails", rails, "development-token", 0.15],
	["enterprise", enterprise, enterprise.TOKEN, 0.1],
	["minimal-go", minimalGo, "", 0.12],
	["fastapi", fastapi, "dev-token", 0.1],
	["express-tutorial", expressTutorial, "", 0.15],
] as const;

const DEADLINE_S = 600;

/** Starts a new service for each run, since the records of another one change what it shows. */
const start = ({ createService }: Pick<typeof aip, "createService">) => {
	const service = createService();
	return startStub((request, response) => void service(request, response));
};

test.each(isWhole ? STRANGERS : STRANGERS.slice(-1))(
	"after align --apply, verify --strict finds few of the differences of %s",
	async (name, stranger, token, share) => {
		await using folder = await scratchFolder();
		const file = await folder.file(
			"openapi.yaml",
			await readFile("contracts/openapi.yaml", "utf8"),
		);
		const headers: Record<string, string> =
			token === "" ? {} : { authorization: `Bearer ${token}` };
		const count = async () => {
			await using server = await start(stranger);
			const document = await loadDocument(file);
			const options = { document, headers, strict: true };
			const { report } = await verify(server.url, {
				...{ ...options, deadlineS: DEADLINE_S },
			});
			const { interactions, differences } = report;
			const failed = interactions.filter(({ passed }) => !passed).length;
			return [differences.length, failed, interactions.length] as const;
		};
		const before = await count();
		await using server = await start(stranger);
		const { stderr } = await run(process.execPath, [
			...[CLI, "align", server.url, "--document", file, "--apply"],
			...["--deadline", `${DEADLINE_S}`],
			...Object.values(headers).flatMap((value) => [
				...["--header", `Authorization: ${value}`],
			]),
		]);
		expect(stderr).toMatch(/^Wrote \d+ of \d+ proposals in \d rounds\./m);
		const after = await count();
		const [[had, ...failedBefore], [has, ...failedAfter]] = [before, after];
		const cells = [name, had, has, `${Math.round((has / had) * 100)}%`];
		const checks = [failedBefore, failedAfter].map((each) => each.join(" of "));
		process.stdout.write(`| ${[...cells, ...checks].join(" | ")} |\n`);
		expect(has / had).toBeLessThanOrEqual(share);
	},
	1_200_000,
);
