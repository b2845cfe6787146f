import { expect, test } from "vitest";
import { startCli } from "../../support/understudy.ts";

const statusOf = async (url: string, headers = {}): Promise<number> =>
	(await fetch(url, { headers })).status;

test("the mock does not do what docs/limits.md lists", async () => {
	const headers = { "content-type": "application/json", "x-api-key": "any" };
	const send = async (url: string, body: object) => {
		const init = { method: "POST", headers, body: JSON.stringify(body) };
		return (await fetch(url, init)).json();
	};
	const readState = async (url: string) =>
		(await fetch(`${url}/__mock/state`)).json();
	const args = ["--dataset", "empty", "--auth", "api-key"];
	{
		await using mock = await startCli(args);
		const { id } = await send(`${mock.url}/v1/zaps`, { name: "A" });
		await send(`${mock.url}/v1/command`, { command: "a" });
		const { commands } = await readState(mock.url);
		expect(commands).toMatchObject([{ status: "accepted" }]);
		expect(await statusOf(`${mock.url}/v1/zaps/${id}`, headers)).toBe(404);
	}
	await using restarted = await startCli(args);
	expect(await readState(restarted.url)).toMatchObject({ zaps: [] });
});
