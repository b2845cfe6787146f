import { readFile, writeFile } from "node:fs/promises";
import { request as send } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { generate, writeGenerated } from "../../../contracts/generate/main.ts";
import { isObject } from "../../../src/values/is-object.ts";
import { startService } from "../../provider/server.ts";
import { run } from "../../support/run.ts";
import { type ScratchCopy, scratchCopy } from "../../support/scratch-copy.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";
import {
	listResponseSchemas,
	type Renames,
	type ResponseSchema,
	renameAt,
	renameKeys,
} from "./response-properties.ts";

const DOCUMENT = "contracts/openapi.yaml";
const TSC = join(
	import.meta.dirname,
	"../../../node_modules/typescript/bin/tsc",
);

const document: unknown = parse(
	await readFile(join(import.meta.dirname, "../../..", DOCUMENT), "utf8"),
);
const schemas = listResponseSchemas(document);

/** Each property has a new name of its own, so that the name of no other property can take its place. */
const renamed = schemas.map((schema, index): [ResponseSchema, Renames] => [
	schema,
	new Map(schema.properties.map((name) => [name, `${name}${index}`])),
]);

/** Renames the properties of a response. */
function renameBody(
	body: unknown,
	request: { readonly method: string; readonly path: string },
	status: number,
): unknown {
	const isRequested = ({ operation }: ResponseSchema["places"][number]) =>
		operation?.method === request.method && operation.path === request.path;
	const isMatched = schemas.some(({ places }) => places.some(isRequested));
	return (
		renamed
			.flatMap(([schema, renames]) =>
				schema.places
					.filter(
						(place) =>
							place.status === status &&
							(place.operation ? isRequested(place) : !isMatched),
					)
					.map(({ steps }) => ({ schema, renames, steps })),
			)
			// An object before those that contain it, because the steps are the documented names.
			.sort((a, b) => b.steps.length - a.steps.length)
			.reduce(
				(value, { schema, renames, steps }) =>
					renameAt(value, steps, schema, renames),
				body,
			)
	);
}

/** Starts a proxy that renames the properties of each response. */
const startRenaming = (target: string): Promise<StubServer> =>
	startStub((request, response) => {
		const { method = "", url = "", headers } = request;
		const forwarded = send(
			`${target}${url}`,
			{ method, headers, agent: false },
			async (answer) => {
				const chunks: Buffer[] = [];
				for await (const chunk of answer) chunks.push(chunk);
				const { statusCode = 0 } = answer;
				const { "content-length": _, ...others } = answer.headers;
				const isJson = /json/.test(`${others["content-type"]}`);
				const text = Buffer.concat(chunks).toString("utf8");
				const [path = ""] = url.split("?");
				response
					.writeHead(statusCode, others)
					.end(
						isJson && text !== ""
							? JSON.stringify(
									renameBody(JSON.parse(text), { method, path }, statusCode),
								)
							: text,
					);
			},
		);
		request.pipe(forwarded);
	});

const renamesByPath = new Map(
	renamed.map(([{ path }, renames]) => [path.join(" "), renames]),
);

/** Returns a node of the document with renamed properties. */
function renameNode(node: unknown, path: readonly string[] = []): unknown {
	if (Array.isArray(node))
		return node.map((each, index) => renameNode(each, [...path, `${index}`]));
	if (!isObject(node)) return node;
	const { properties, required, ...others } = Object.fromEntries(
		Object.entries(node).map(([key, below]) => [
			key,
			renameNode(below, [...path, key]),
		]),
	);
	const renames = renamesByPath.get(path.join(" ")) ?? new Map();
	return {
		...others,
		...(isObject(properties) && {
			properties: renameKeys(properties, renames),
		}),
		...(Array.isArray(required)
			? { required: required.map((name) => renames.get(name) ?? name) }
			: required !== undefined && { required }),
	};
}

/** Generates and type-checks the contract of the renamed document, writes its pact and bundles its command line. */
async function buildContract({ root }: ScratchCopy): Promise<void> {
	await writeFile(join(root, DOCUMENT), stringify(renameNode(document)));
	await writeGenerated(root);
	await writeFile(
		join(root, "tsconfig.contracts.json"),
		JSON.stringify({ extends: "./tsconfig.json", include: ["contracts"] }),
	);
	const options = { cwd: root };
	const node = (...args: string[]) => run(process.execPath, args, options);
	const [typeCheck, writePact, bundle] = await Promise.all([
		node(TSC, "-p", "tsconfig.contracts.json"),
		node("--import", "tsx", "contracts/interactions/cli.ts"),
		run("npm", ["run", "-s", "bundle"], options),
	]);
	expect(typeCheck).toEqual({ code: 0, stdout: "", stderr: "" });
	expect(writePact).toEqual({ code: 0, stdout: "", stderr: "" });
	expect(bundle).toMatchObject({ code: 0 });
}

test("the contract follows the names of all response properties", async () => {
	await using copy = await scratchCopy();
	await buildContract(copy);
	const verify = (url: string) =>
		run(process.execPath, ["dist/cli/main.js", "verify", url, "--strict"], {
			cwd: copy.root,
		});

	await using service = await startService();
	await using proxy = await startRenaming(service.url);
	const page = await (await fetch(`${proxy.url}/v1/zaps`)).json();
	expect(Object.keys(page)).not.toContain("items");
	expect(await verify(proxy.url)).toMatchObject({ code: 0 });
	expect(await verify(service.url)).toMatchObject({ code: 1 });
}, 120_000);

test("generating fails if two properties have the same role", async () => {
	await using copy = await scratchCopy();
	await copy.replace(DOCUMENT, "x-role: zap.name", "x-role: zap.id");
	await expect(generate(copy.root)).rejects.toThrow(
		"the x-role zap.id appears twice",
	);
});
