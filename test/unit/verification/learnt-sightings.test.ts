import { expect, test } from "vitest";
import {
	listLearnt,
	toSightings,
} from "../../../src/verification/differences/learnt-differences.ts";
import type { LearntRequests } from "../../../src/verification/learning/learn-requests.ts";
import type { Repair } from "../../../src/verification/learning/rejections/repairs.ts";
import type { LearntBody } from "../../../src/verification/learning/rules/measure-rules.ts";
import { describeRequest } from "../../../src/verification/reports/describe-request.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const exchange = (path: string, body: unknown) => ({
	request: { method: "POST", path, headers: {}, body: JSON.stringify(body) },
	response: received(422, "{}"),
});

const listAll = ({
	bodies = new Map(),
	lists = new Map(),
	rules = new Map(),
}: Partial<LearntRequests>) =>
	listLearnt(contract, {
		...{ bodies, lists, rules, mediaTypes: new Map() },
		...{
			requests: new Map(),
			rejections: [],
			accepted: [],
			adapt: () => undefined,
		},
	});

/** Returns the rules that an alignment learns from, by place. */
const listRules = (learnt: Partial<LearntRequests>) =>
	toSightings(contract, listAll(learnt)).flatMap(
		({ operation, where, change }) =>
			change?.kind === "rule"
				? [[operation, where, change.keywords, change.accepted]]
				: [],
	);

test("a measured rule comes with a value that the service accepts", () => {
	const example = exchange("/v1/zaps", {});
	const body = { name: "accepted" };
	const found = listRules({
		bodies: new Map([
			[
				"createZap",
				{ repairs: [], isAccepted: true, exchange: { ...example, body } },
			],
		]),
		rules: new Map([
			[
				"createZap",
				[
					{
						...{ at: ["name"], expected: "any text", actual: "short ones" },
						...{ keywords: { maxLength: 9 }, example },
					},
					{ at: ["name"], expected: "a", actual: "no keyword", example },
				],
			],
		]),
	});
	expect(found).toEqual([
		["createZap", "request $.name", { maxLength: 9 }, "accepted"],
	]);
});

test("a rule for a property that the document names differently waits for its name", () => {
	const example = exchange("/v1/zaps", {});
	const rule = {
		...{ expected: "any text", actual: "short ones", example },
		keywords: { maxLength: 9 },
	};
	const found = listRules({
		bodies: new Map([
			[
				"createZap",
				{
					repairs: [{ kind: "rename", at: [], name: "name", to: "title" }],
					...{ isAccepted: true, exchange: { ...example, body: {} } },
				},
			],
		]),
		rules: new Map([
			[
				"createZap",
				[
					{ ...rule, at: ["title"] },
					{ ...rule, at: ["pages"] },
				],
			],
		]),
	});
	expect(found).toEqual([
		["createZap", "request $.pages", { maxLength: 9 }, undefined],
	]);
});

test("a cursor that is the id of the last record has the type of ids", () => {
	const learn = (id: unknown, isInQuery = false) =>
		listRules({
			lists: new Map([
				[
					"searchAudit",
					{
						conditions: [
							{
								...{ name: "cursor", path: ["cursor"], isInQuery },
								form: "the id of the last record",
								example: exchange("/v1/audit/search", { cursor: id }),
								translate: (value: unknown) => value,
							},
						],
						seen: [
							{
								...{ where: "request $.action", expected: "any text" },
								...{ actual: "short ones", keywords: { maxLength: 9 } },
								example: exchange("/v1/audit/search", {}),
							},
						],
					},
				],
			]),
		});
	const action = [
		"searchAudit",
		"request $.action",
		{ maxLength: 9 },
		undefined,
	];
	expect(learn("a7")).toEqual([
		[
			"searchAudit",
			"request $.cursor",
			{ "x-cursor-position": "id" },
			undefined,
		],
		action,
	]);
	expect(learn("a7", true)).toEqual(learn("a7"));
	expect(learn(7)).toEqual([
		[
			...["searchAudit", "request $.cursor"],
			{ "x-cursor-position": "id", type: "integer", minLength: undefined },
			undefined,
		],
		action,
	]);
});

test("an array of texts instead of objects is told with the texts that the service takes", () => {
	const body = { steps: ["echo"] };
	const make = () => "echo";
	const learnt = listLearnt(contract, {
		...{ lists: new Map(), rules: new Map(), mediaTypes: new Map() },
		...{ requests: new Map(), rejections: [], accepted: [] },
		adapt: () => undefined,
		bodies: new Map([
			[
				"submitPipeline",
				{
					repairs: [
						{
							...{ kind: "set", at: ["steps", "*"], name: "command", make },
							documented: "report.send",
						},
						{
							...{ kind: "set", at: [], name: "steps", make },
							documented: [{ command: "report.send" }],
						},
					],
					...{ isAccepted: true },
					exchange: { ...exchange("/v1/pipeline", body), body },
				},
			],
		]),
	});
	expect(
		learnt.map((each) =>
			describeRequest({
				...{ ...each, count: 1, assumptions: [], explains: [] },
				example: { ...each.example, check: "" },
			} as never),
		),
	).toEqual([
		'takes only some texts as steps[*] in the request, such as "echo"',
		'takes an array of texts as steps in the request, such as ["echo"]',
	]);
});

test.each([
	["not told of", undefined, ["alignment"]],
	["told of", { shard: 4 }, [undefined]],
])(
	"a property that is left out is %s if its value is %j",
	(_, documented, told) => {
		const learnt: LearntBody = {
			repairs: [{ kind: "remove", at: [], name: "args", documented }],
			...{
				isAccepted: true,
				exchange: { ...exchange("/v1/command", {}), body: {} },
			},
		};
		const found = listAll({ bodies: new Map([["submitCommand", learnt]]) });
		expect(found.map(({ only }) => only)).toEqual(told);
	},
);

test("arguments that let a request fail are told as to be left out", () => {
	const removed: Repair = {
		kind: "remove",
		...{ at: [], name: "args", documented: { shard: 4 } },
		only: "with a request that succeeds",
	};
	const learnt: LearntBody = {
		repairs: [removed],
		...{
			isAccepted: true,
			exchange: { ...exchange("/v1/command", {}), body: {} },
		},
	};
	const found = listAll({ bodies: new Map([["submitCommand", learnt]]) });
	expect(found.map(({ actual }) => actual)).toEqual([
		'to be left out with a request that succeeds, such as {"shard":4}',
	]);
});
