import { setTimeout as sleep } from "node:timers/promises";
import { uniqueWord } from "../src/values/unique-word.ts";
import type { Arrange, Call } from "../src/verification/contract.ts";
import { names } from "./generated/names.ts";
import { submit } from "./probes/valid-request.ts";

const { auditPage, auditQuery, auditRecord, zapPage, zapQuery } = names;

const INTERVAL_MS = 5;
const MAX_ATTEMPTS = 400;

const createZap = (call: Call, name: string): Promise<string> =>
	submit(call, "createZap", { [names.zapRequest.name]: name });

const submitCommand = (call: Call, command: string): Promise<string> =>
	submit(call, "submitCommand", { [names.commandRequest.command]: command });

/** Returns the time of the newest audit record of the subject. */
const readTime = (call: Call, subjectId: string): Promise<string> =>
	call.forString(
		"searchAudit",
		`${auditPage.items}.0.${auditRecord.createdAt}`,
		{
			body: { [auditQuery.subjectId]: subjectId, [auditQuery.limit]: 1 },
		},
	);

/** Waits until the clock of the service has passed the time, however coarse the clock is. */
async function waitUntilAfter(call: Call, earlier: string): Promise<void> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const now = await readTime(call, await submit(call, "createZap"));
		if (Date.parse(now) > Date.parse(earlier)) return;
		await sleep(INTERVAL_MS);
	}
}

/** Creates the zaps in the order of their names. A new word follows each, because a service may require unique names. */
const createZaps: Arrange = async ({ names }, call) => {
	for (const name of names as string[])
		await createZap(call, `${name} ${uniqueWord()}`);
	return {};
};

const readPages: Arrange = async ({ names, limit, pages }, call) => {
	await createZaps({ names }, call);
	const query = new URLSearchParams({ [zapQuery.limit]: String(limit) });
	let cursor = "";
	for (let read = 0; read < Number(pages); read++) {
		cursor = await call.forString("listZaps", zapPage.nextCursor, {
			query: `?${query}`,
		});
		query.set(zapQuery.cursor, cursor);
	}
	await submit(call, "createZap");
	return { cursor };
};

const acceptOneOfEach: Arrange = async (_, call) => ({
	zapId: await submit(call, "createZap"),
	commandId: await submit(call, "submitCommand"),
	pipelineId: await submit(call, "submitPipeline"),
});

const writeWord: Arrange = async ({ apart, read }, call) => {
	const word = uniqueWord();
	const zapId = await createZap(call, `Understudy ${word}`);
	if (apart) await waitUntilAfter(call, await readTime(call, zapId));
	const commandId = await submitCommand(call, `${word}.first`);
	await submitCommand(call, `${word}.second`);
	const values = {
		word,
		WORD: word.toUpperCase(),
		zapId,
		endOfId: zapId.slice(-20),
	};
	if (apart) return { ...values, commandAt: await readTime(call, commandId) };
	if (!read) return values;
	const cursor = await call.forString("searchAudit", auditPage.nextCursor, {
		body: { [auditQuery.text]: word, [auditQuery.limit]: Number(read) },
	});
	return { ...values, cursor };
};

/** Sets up each provider state with operations of the service. Works on a service that already holds data. */
export const states: Readonly<Record<string, Arrange>> = {
	"zaps were created": createZaps,
	"pages of zaps were read, and another zap was created": readPages,
	"a zap, a command and a pipeline were accepted": acceptOneOfEach,
	"a word is in a zap and in two later commands": writeWord,
};
