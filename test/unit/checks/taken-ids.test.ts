import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import { createSubject } from "../../../src/checks/create-subject.ts";
import { listOperations } from "../../../src/comparison/operation.ts";
import type {
	OutgoingRequest,
	ProviderResponse,
} from "../../../src/verification/contract.ts";
import {
	also,
	creates,
	object,
	response,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { receivedJson } from "../../support/received.ts";

const ID = { ...TEXT, pattern: "^book_[0-7][0-9A-HJKMNP-TV-Z]{25}$" };
const RECORD = object({ id: ID, title: TEXT });
const create = creates(RECORD, { ...RECORD, required: ["title"] });

/** Returns the document of a service that lets clients choose ids, with further responses. */
const describe = (others: object) =>
	createDocumentService(
		withPaths({ "/books": { post: also(create, others) } }),
		[],
	);

test("a check sends the id of another record, if no conflict is documented", async () => {
	const { probes } = createContract(describe({}));
	const probe = probes.find(({ description }) =>
		description.endsWith("with the id of another record"),
	);
	const sent: string[] = [];
	const send = async ({ body = "" }: OutgoingRequest) => {
		const { id, title } = JSON.parse(`${body}`);
		sent.push(id);
		const isTaken = sent.indexOf(id) < sent.length - 1;
		return isTaken ? receivedJson({}, 409) : receivedJson({ id, title }, 201);
	};
	const call = Object.assign(
		async (_: string, input: { readonly body?: unknown } = {}) =>
			JSON.parse(
				`${(await send({ method: "POST", path: "/books", body: JSON.stringify(input.body) })).body}`,
			),
		{ send, nameRecords: async () => ({}) },
	);
	const compare = (_: unknown, { status }: ProviderResponse) => [
		{ where: "status", expected: "201", actual: `${status}`, message: "" },
	];
	expect(await probe?.run(send, call, compare)).toMatchObject([
		{ actual: "409" },
	]);
	expect(sent[0]).toMatch(new RegExp(ID.pattern));
	expect(new Set(sent).size).toBe(1);
	const conflict = createContract(describe({ "409": response() }));
	expect(
		conflict.probes.map(({ description }) => description).join(),
	).not.toContain("of another record");
});

test("a comparison sends no id that conflicts with that of an earlier play", () => {
	const listOptional = (others: object) =>
		listOperations(createSubject(describe(others))).flatMap(
			({ optional }) => optional,
		);
	expect(listOptional({})).toEqual(["id"]);
	expect(listOptional({ "409": response() })).toEqual([]);
});
