import type { Mock } from "zaps-understudy";

const ORIGIN = "http://zaps.test";
const LIMIT = 100;

export interface Zap {
	readonly id: string;
}

export interface AuditRecord {
	readonly at: string;
	readonly subject: { readonly type: string; readonly id: string };
}

export interface Page<Item> {
	readonly items: readonly Item[];
	readonly nextCursor: string | null;
}

async function readJson<Body>(response: Response): Promise<Body> {
	if (!response.ok)
		throw new Error(
			`Cannot measure ${response.url}: it responded with ${response.status} ${await response.text()}.`,
		);
	return response.json();
}

const createPost = (path: string, body: object): Request =>
	new Request(`${ORIGIN}${path}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});

export async function submitWrite(
	{ fetch }: Mock,
	path: string,
	body: object,
): Promise<void> {
	await readJson<unknown>(await fetch(createPost(path, body)));
}

export async function listZaps(
	{ fetch }: Mock,
	limit: number,
	cursor: string | null,
): Promise<Page<Zap>> {
	const after = cursor === null ? "" : `&cursor=${cursor}`;
	return readJson(
		await fetch(new Request(`${ORIGIN}/v1/zaps?limit=${limit}${after}`)),
	);
}

export async function searchAudit(
	{ fetch }: Mock,
	search: object,
): Promise<Page<AuditRecord>> {
	return readJson(await fetch(createPost("/v1/audit/search", search)));
}

/** Returns the cursor in the middle of all zaps. */
export async function readMiddleCursor(
	mock: Mock,
	zaps: number,
): Promise<string> {
	let cursor: string | null = null;
	for (let passed = 0; passed < zaps / 2; passed += LIMIT)
		cursor = (await listZaps(mock, LIMIT, cursor)).nextCursor;
	if (cursor === null)
		throw new Error(`Cannot measure: the mock has fewer than ${zaps} zaps.`);
	return cursor;
}

/** Returns this many of the oldest records, newest first. */
export async function readOldestRecords(
	mock: Mock,
	count: number,
): Promise<readonly AuditRecord[]> {
	let records: readonly AuditRecord[] = [];
	let cursor: string | null = null;
	do {
		const search = { limit: LIMIT, ...(cursor !== null && { cursor }) };
		const page: Page<AuditRecord> = await searchAudit(mock, search);
		records = [...records, ...page.items].slice(-count);
		cursor = page.nextCursor;
	} while (cursor !== null);
	return records;
}
