import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Arrange, Call } from "../src/verification/contract.ts";

const TICK_MS = 5;
const MAX_TICKS = 400;

/** Of letters only, so that it is in no id and no time. */
const uniqueWord = (): string =>
	`understudy${randomUUID().replaceAll(/[^a-z]/g, "")}${Date.now()
		.toString(36)
		.replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "")}`;

const createZap = (call: Call, name: string): Promise<string> =>
	call.forString("createZap", "id", { body: { name } });

const submitCommand = (call: Call, command: string): Promise<string> =>
	call.forString("submitCommand", "id", { body: { command } });

/** When the service says that something happened to the subject. */
const timeOf = (call: Call, subjectId: string): Promise<string> =>
	call.forString("searchAudit", "items.0.at", {
		body: { subjectId, limit: 1 },
	});

/** Waits until the service's clock shows another time, however coarse it is. */
async function tick(call: Call, earlier: string): Promise<void> {
	for (let ticks = 0; ticks < MAX_TICKS; ticks++) {
		const now = await timeOf(call, await createZap(call, "Understudy tick"));
		if (Date.parse(now) > Date.parse(earlier)) return;
		await sleep(TICK_MS);
	}
}

/** Names in the order of creation. */
const zapsWereCreated: Arrange = async ({ names }, call) => {
	for (const name of names as string[]) await createZap(call, name);
	return {};
};

const pagesWereRead: Arrange = async ({ names, limit, pages }, call) => {
	await zapsWereCreated({ names }, call);
	let cursor = "";
	for (let read = 0; read < Number(pages); read++) {
		const query = `?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
		cursor = await call.forString("listZaps", "nextCursor", { query });
	}
	await createZap(call, "Understudy, created meanwhile");
	return { cursor };
};

const oneOfEach: Arrange = async (_, call) => ({
	zapId: await createZap(call, "Understudy"),
	commandId: await submitCommand(call, "understudy"),
	pipelineId: await call.forString("submitPipeline", "id", {
		body: { steps: [{ command: "understudy" }, { command: "understudy" }] },
	}),
});

const wordIsInThree: Arrange = async ({ apart, read }, call) => {
	const word = uniqueWord();
	const zapId = await createZap(call, `Understudy ${word}`);
	if (apart) await tick(call, await timeOf(call, zapId));
	const commandId = await submitCommand(call, `${word}.first`);
	await submitCommand(call, `${word}.second`);
	const given = {
		word,
		WORD: word.toUpperCase(),
		zapId,
		endOfId: zapId.slice(-20),
	};
	if (apart) return { ...given, commandAt: await timeOf(call, commandId) };
	if (!read) return given;
	const cursor = await call.forString("searchAudit", "nextCursor", {
		body: { text: word, limit: Number(read) },
	});
	return { ...given, cursor };
};

/** How each state is brought about through the service's own operations, however much is there already. */
export const states: Readonly<Record<string, Arrange>> = {
	"zaps were created": zapsWereCreated,
	"pages of zaps were read, and another zap was created": pagesWereRead,
	"a zap, a command and a pipeline were accepted": oneOfEach,
	"a word is in a zap and in two later commands": wordIsInThree,
};
