import type { Answer, Client } from "./client.ts";
import { findIdIn } from "./find-id.ts";
import type { PublicDocument, PublicOperation } from "./public-document.ts";
import type { DocumentServer } from "./serve-document.ts";

/** The number of requests that conform to the document, and the number of all requests. */
export interface Share {
	readonly passed: number;
	readonly of: number;
}

interface Resource {
	readonly create: PublicOperation;
	readonly get: PublicOperation | undefined;
	readonly list: PublicOperation | undefined;
	readonly change: PublicOperation | undefined;
	readonly remove: PublicOperation | undefined;
	readonly parameter: string;
}

/** Returns the collections with items: `POST /things`, and `GET /things/{id}`. */
function findResources({ operations }: PublicDocument): Resource[] {
	const find = (method: string, path: string) =>
		operations.find((each) => each.method === method && each.path === path);
	return operations.flatMap((create): Resource[] => {
		if (create.method !== "POST" || !/[^}]$/.test(create.path)) return [];
		const get = operations.find(
			({ method, path }) =>
				method === "GET" &&
				path.startsWith(`${create.path}/{`) &&
				/^\{[^{}/]+\}$/.test(path.slice(create.path.length + 1)),
		);
		if (!get) return [];
		return [
			{
				...{ create, get, list: find("GET", create.path) },
				change: find("PATCH", get.path) ?? find("PUT", get.path),
				remove: find("DELETE", get.path),
				parameter: get.path.slice(create.path.length + 2, -1),
			},
		];
	});
}

/** Returns whether a JSON text names an id. */
const shows = ({ text }: Answer, id: string): boolean =>
	text.includes(JSON.stringify(id)) ||
	new RegExp(`[:[,]\\s*${id.replace(/[^\w-]/g, "\\$&")}\\s*[,}\\]]`).test(text);

/** Plays the life of a record. Returns what went wrong; undefined if nothing did, `skipped` if it cannot be played. */
async function play(
	client: Client,
	resource: Resource,
): Promise<string | undefined> {
	const { create, get, list, change, remove, parameter } = resource;
	const made = await client.createRequest(create);
	if (!made) return "skipped";
	const created = await client.send(made);
	if (created.status >= 300)
		return `create answers ${created.status} ${created.text.slice(0, 150)}`;
	const id = findIdIn(created, false, parameter, create.path);
	// Nothing says which record it is.
	if (id === undefined) return "skipped";
	const path = `${made.path}/${encodeURIComponent(id)}`;
	const read = async () => {
		const request = get && (await client.createRequest(get, path));
		return request && client.send(request);
	};
	const found = await read();
	if (found && found.status >= 300)
		return `get answers ${found.status} ${found.text.slice(0, 150)}`;
	for (const [name, each] of Object.entries(Object(made.body?.value))) {
		const shown = Object(found?.body)[name];
		// Some documents have a number in the request, and a text in the response.
		const isSame = String(shown) === String(each);
		if (
			shown !== undefined &&
			typeof each !== "object" &&
			!isSame &&
			name !== parameter &&
			!/^_?id$/i.test(name)
		)
			return `get shows ${name} as ${JSON.stringify(shown)}, not ${JSON.stringify(each)}`;
	}
	const asked = list && (await client.createRequest(list, made.path));
	if (asked) {
		// The list may have to be asked for a property of the record.
		const values = Array.from(asked.values, ([parameter, value]) => {
			const { [parameter.name]: shown = value } = Object(created.body);
			return [parameter, shown] as const;
		});
		const listed = await client.send({ ...asked, values: new Map(values) });
		if (listed.status >= 300) return `list answers ${listed.status}`;
		if (!shows(listed, id)) return "list does not show it";
	}
	const changing = change && (await client.createRequest(change, path));
	if (changing) {
		const changed = await client.send(changing);
		if (changed.status >= 300)
			return `change answers ${changed.status} ${changed.text.slice(0, 150)}`;
		const again = await read();
		if (again && again.status >= 300)
			return `get after change answers ${again.status}`;
	}
	const removing = remove && (await client.createRequest(remove, path));
	if (removing) {
		const removed = await client.send(removing);
		if (removed.status >= 300)
			return `remove answers ${removed.status} ${removed.text.slice(0, 150)}`;
		const gone = await read();
		client.forget(made.path);
		if (gone && gone.status < 400)
			return `get after remove answers ${gone.status}`;
	}
	return undefined;
}

/** Measures at most so many resources whose records the server creates. It refuses those in XML, for example. */
export async function measureResources(
	document: PublicDocument,
	client: Client,
	serves: DocumentServer["serves"],
	most = 6,
): Promise<{ readonly coherent: Share; readonly failures: readonly string[] }> {
	const failures: string[] = [];
	let passed = 0;
	let of = 0;
	const resources = findResources(document).filter(({ create }) =>
		serves(create.method, create.path),
	);
	for (const resource of resources.slice(0, most)) {
		const wrong = await play(client, resource);
		if (wrong === "skipped") continue;
		of += 1;
		if (wrong === undefined) passed += 1;
		else failures.push(`resource ${resource.create.path}: ${wrong}`);
	}
	return { coherent: { passed, of }, failures };
}
