import { expect, test } from "vitest";
import {
	collection,
	inPath,
	list,
	may,
	NUMBER,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const user = may({ id: TEXT, name: TEXT });
const order = may({ id: NUMBER, userId: TEXT, shop: TEXT, bookId: NUMBER });

test("samples name records of other collections that exist", async () => {
	await using mock = await openPaths({
		"/users": collection(user, may({ name: TEXT })),
		"/books": { get: list(may({ id: NUMBER, shopId: TEXT })) },
		"/orders": collection(order, may({ userId: TEXT, bookId: NUMBER })),
		"/users/{userId}/orders": { ...inPath("userId"), get: list(order) },
		"/shops": { get: list(may({ id: NUMBER })) },
	});
	const users = (await mock.read("/users")).map(({ id }: never) => id);
	const books = (await mock.read("/books")).map(({ id }: never) => id);
	for (const { userId, bookId } of await mock.read("/orders")) {
		expect(users).toContain(userId);
		expect(books).toContain(bookId);
	}
	for (const id of users)
		expect(await mock.read(`/users/${id}/orders`)).toHaveLength(1);
	// A text cannot be the number of a shop.
	for (const { shopId } of await mock.read("/books"))
		expect(shopId).not.toMatch(/^\d+$/);
});
