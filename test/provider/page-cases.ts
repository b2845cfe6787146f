import { expect, test } from "vitest";
import type { Asked, Json, Open } from "./asking.ts";

const cursorOf = (page: Json): string =>
	encodeURIComponent(`${page.nextCursor}`);
const namesOf = (items: readonly Json[]): unknown[] =>
	items.map(({ name }) => name);

async function createZaps(provider: Asked, count: number): Promise<string[]> {
	const names = Array.from({ length: count }, (_, index) => `zap ${index}`);
	for (const name of names) await provider.post("/v1/zaps", { name });
	return names.reverse();
}

export function addPageCases(open: Open): void {
	test("returns one empty page for an empty collection", async () => {
		await using provider = await open();
		for (const { body } of [
			await provider.send("/v1/zaps"),
			await provider.search({}),
		])
			expect(body).toMatchObject({ items: [], nextCursor: null });
	});

	test("pages through the zaps, newest first, each once, to a last page without a cursor", async () => {
		await using provider = await open();
		const names = await createZaps(provider, 7);
		const first = await provider.send("/v1/zaps?limit=3");
		expect(namesOf(first.items)).toEqual(names.slice(0, 3));
		const second = await provider.send(
			`/v1/zaps?limit=2&cursor=${cursorOf(first.body)}`,
		);
		expect(namesOf(second.items)).toEqual(names.slice(3, 5));
		const last = await provider.send(
			`/v1/zaps?limit=2&cursor=${cursorOf(second.body)}`,
		);
		expect(namesOf(last.items)).toEqual(names.slice(5));
		expect(last.body.nextCursor).toBeNull();
	});

	test("returns 20 items without a limit, and up to 100 with one", async () => {
		await using provider = await open();
		await createZaps(provider, 101);
		const lengthOf = async (query: string) =>
			(await provider.send(`/v1/zaps${query}`)).items.length;
		expect(await lengthOf("")).toBe(20);
		expect(await lengthOf("?limit=100")).toBe(100);
		expect(await lengthOf("?limit=007")).toBe(7);
		expect((await provider.search({})).items).toHaveLength(20);
		expect((await provider.search({ limit: 1e2 })).items).toHaveLength(100);
	});

	test("neither repeats nor skips a zap when others are created between two pages", async () => {
		await using provider = await open();
		const names = await createZaps(provider, 4);
		const first = await provider.send("/v1/zaps?limit=2");
		await createZaps(provider, 3);
		const next = `/v1/zaps?cursor=${cursorOf(first.body)}`;
		expect(namesOf((await provider.send(next)).items)).toEqual(names.slice(2));
		expect(namesOf((await provider.send(next)).items)).toEqual(names.slice(2));
	});

	test("rejects the cursor of one collection for the other", async () => {
		await using provider = await open();
		await createZaps(provider, 2);
		const zaps = await provider.send("/v1/zaps?limit=1");
		const audit = await provider.search({ limit: 1 });
		const wrongQuery = await provider.send(
			`/v1/zaps?cursor=${cursorOf(audit.body)}`,
		);
		expect(wrongQuery.places).toEqual([{ parameter: "cursor" }]);
		const wrongBody = await provider.search({ cursor: zaps.body.nextCursor });
		expect(wrongBody.places).toEqual([{ pointer: "/cursor" }]);
	});

	test("rejects a changed cursor and a cursor of another service", async () => {
		await using provider = await open();
		await using other = await open();
		await createZaps(provider, 3);
		await createZaps(other, 3);
		const { body } = await provider.send("/v1/zaps?limit=1");
		const foreign = await other.send("/v1/zaps?limit=1");
		const issued = String(body.nextCursor);
		for (const cursor of [
			`${issued} `,
			`0${issued}`,
			issued.slice(1),
			String(foreign.body.nextCursor),
		]) {
			const query = `cursor=${encodeURIComponent(cursor)}`;
			const { places } = await provider.send(`/v1/zaps?${query}`);
			expect(places).toEqual([{ parameter: "cursor" }]);
		}
	});

	test.each([
		"limit=0",
		"limit=101",
		"limit=-1",
		"limit=%2B5",
		"limit=5.0",
		"limit=1e1",
		"limit=%D9%A5",
		"limit=99999999999999999999",
		"limit=",
		"limit",
		"limit=1&limit=1",
		"cursor=",
		"cursor=never-issued",
		"cursor=%zz",
		"cursor=a&cursor=b",
		"limit=0&cursor=",
	])("refuses the query %s and names each parameter", async (query) => {
		await using provider = await open();
		const { status, places } = await provider.send(`/v1/zaps?${query}`);
		expect(status).toBe(400);
		const parameters = [...new Set(new URLSearchParams(query).keys())];
		expect(new Set(places)).toEqual(
			new Set(parameters.map((parameter) => ({ parameter }))),
		);
		expect(places).toHaveLength(parameters.length);
	});

	test("ignores unknown query parameters", async () => {
		await using provider = await open();
		for (const query of ["page=", "Limit=0", "a=1&a=2", "__proto__=1", "&"])
			expect((await provider.send(`/v1/zaps?${query}`)).status).toBe(200);
		expect((await provider.send("/v1/health?limit=0")).status).toBe(200);
	});
}
