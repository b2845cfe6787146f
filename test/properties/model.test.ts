import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock } from "../../src/index.ts";
import {
	casedName,
	conditionsOf,
	membersOf,
	partOf,
	partPick,
	picks,
	separately,
} from "./conditions.ts";
import { leapSecond } from "./date-times.ts";
import { emptyModel, START, search } from "./model.ts";
import { commands } from "./model-commands.ts";
import { limitsArbitrary, MAX_LIMIT } from "./paging.ts";
import { partsOf } from "./parts.ts";
import { operations } from "./requests.ts";
import {
	createStage,
	expectAscending,
	expectMetrics,
	expectPages,
	operationNamed,
	type Stage,
	send,
} from "./stage.ts";

test.each([
	["empty", 120],
	["default", 50],
])(
	"whatever clients do, a mock that starts from the dataset %s knows what they did and nothing else",
	async (dataset, numRuns) => {
		const found = { none: 0, some: 0 };
		const property = fc.asyncProperty(
			fc.commands(commands, { maxCommands: 30, size: "+1" }),
			fc.array(picks, { minLength: 3, maxLength: 4 }),
			limitsArbitrary,
			async (sequence, searches, limits) => {
				const stage = await createStage(dataset);
				await fc.asyncModelRun(() => stage, sequence);

				const { model } = stage;
				await expectPages(
					stage,
					operationNamed("listZaps"),
					[...model.zaps].reverse(),
					{ limits },
				);
				await expectPages(
					stage,
					operationNamed("searchAudit"),
					[...model.audit].reverse(),
					{ limits },
				);
				expectAscending(
					model.audit.flatMap(({ subject, id }) => [subject.id, id]),
				);
				for (const picked of searches.flatMap(separately)) {
					const conditions = conditionsOf(model, picked);
					const expected = search(model, conditions);
					found[expected.length > 0 ? "some" : "none"] += 1;
					await expectPages(stage, operationNamed("searchAudit"), expected, {
						limits,
						conditions: membersOf(conditions, picked),
					});
				}
				await expectMetrics(stage);
			},
		);
		// A sequence takes long to shrink: rather a longer counterexample than none.
		await fc.assert(property, { numRuns, interruptAfterTimeLimit: 20_000 });
		expect(found.some).toBeGreaterThan(0);
		expect(found.none).toBeGreaterThan(0);
	},
);

test("every part of a name finds it, whatever the case of its letters", async () => {
	const [createZap, searchAudit] = [
		operationNamed("createZap"),
		operationNamed("searchAudit"),
	];
	const property = fc.asyncProperty(casedName, partPick, async (name, pick) => {
		const stage = await createStage("empty");
		await send(
			stage,
			createZap,
			partsOf(createZap, { name }),
			createZap.success,
		);
		const { body } = await send(
			stage,
			searchAudit,
			partsOf(searchAudit, { text: partOf(name, pick) }),
			searchAudit.success,
		);
		expect(body).toMatchObject({ items: [{ detail: { name } }] });
	});
	await fc.assert(property, { numRuns: 300 });
});

test("what is written at the same time is kept once each, at times of its own", async () => {
	const writing = operations.filter(({ writes }) => writes);
	const writes = fc.array(
		fc.oneof(
			...writing.map((operation) =>
				operation.valid.map((parts) => ({ operation, parts })),
			),
		),
		{ minLength: 2, maxLength: MAX_LIMIT },
	);
	const property = fc.asyncProperty(writes, async (concurrent) => {
		const stage = await createStage("empty");
		await Promise.all(
			concurrent.map(({ operation, parts }) =>
				send(stage, operation, parts, operation.success),
			),
		);
		const searchAudit = operationNamed("searchAudit");
		const { body } = await send(
			stage,
			searchAudit,
			partsOf(searchAudit, { limit: MAX_LIMIT }),
			searchAudit.success,
		);
		const times = concurrent.map((_, index) => ({
			at: new Date(START + index).toISOString(),
		}));
		expect(body).toMatchObject({ items: times.reverse() });
	});
	await fc.assert(property);
});

test("a leap second is before the minute that follows it, and after all that was", async () => {
	const searchAudit = operationNamed("searchAudit");
	const property = fc.asyncProperty(leapSecond, async (time) => {
		const stage: Stage = {
			real: createMock({ dataset: "empty", clock: "2016-12-31T23:59:59.998Z" }),
			model: emptyModel(),
		};
		const createZap = operationNamed("createZap");
		for (const name of ["before", "just before", "just after", "after"])
			await send(
				stage,
				createZap,
				partsOf(createZap, { name }),
				createZap.success,
			);
		const namesWhere = async (
			conditions: Record<string, unknown>,
		): Promise<unknown> => {
			const { body } = await send(
				stage,
				searchAudit,
				partsOf(searchAudit, conditions),
				searchAudit.success,
			);
			return body;
		};
		const items = (...names: string[]) => ({
			items: names.map((name) => ({ detail: { name } })),
		});
		expect(await namesWhere({ from: time })).toMatchObject(
			items("after", "just after"),
		);
		expect(await namesWhere({ to: time })).toMatchObject(
			items("just before", "before"),
		);
	});
	await fc.assert(property);
});
