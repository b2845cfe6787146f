import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock } from "../../../src/index.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { createEmptyModel, START, search } from "./model/model.ts";
import { modelCommands } from "./model/model-commands.ts";
import {
	createSetup,
	expectAscending,
	expectMetrics,
	expectPages,
	getOperation,
	type ModelSetup,
	send,
	sendJson,
} from "./model/model-setup.ts";
import {
	chooseConditions,
	conditionChoices,
	createSearchBody,
	nameWithCases,
	splitChoices,
	substringChoice,
	takeSubstring,
} from "./model/search-conditions.ts";
import { operations } from "./requests/operation-requests.ts";
import { MAX_LIMIT, pageLimits } from "./requests/read-pages.ts";
import { leapSecond } from "./schema/date-times.ts";

test.each([
	["empty", 120],
	["default", 50],
])(
	"a mock that starts from the dataset %s matches the model after any sequence of requests",
	async (dataset, numRuns) => {
		const searches = { withoutResults: 0, withResults: 0 };
		const property = fc.asyncProperty(
			fc.commands(modelCommands, { maxCommands: 30, size: "+1" }),
			fc.array(conditionChoices, { minLength: 3, maxLength: 4 }),
			pageLimits,
			async (sequence, choiceSets, limits) => {
				const setup = await createSetup(dataset);
				await fc.asyncModelRun(() => setup, sequence);

				const { model } = setup;
				await expectPages(
					setup,
					getOperation("listZaps"),
					[...model.zaps].reverse(),
					{ limits },
				);
				await expectPages(
					setup,
					getOperation("searchAudit"),
					[...model.audit].reverse(),
					{ limits },
				);
				expectAscending(
					model.audit.flatMap(({ subject, id }) => [subject.id, id]),
				);
				for (const choices of choiceSets.flatMap(splitChoices)) {
					const conditions = chooseConditions(model, choices);
					const expected = search(model, conditions);
					searches[expected.length > 0 ? "withResults" : "withoutResults"] += 1;
					await expectPages(setup, getOperation("searchAudit"), expected, {
						limits,
						conditions: createSearchBody(conditions, choices),
					});
				}
				await expectMetrics(setup);
			},
		);
		// Limits the time, because shrinking a sequence is slow and a long counterexample is better than a timeout.
		await fc.assert(property, {
			numRuns: countRuns(numRuns),
			interruptAfterTimeLimit: 20_000,
		});
		expect(searches.withResults).toBeGreaterThan(0);
		expect(searches.withoutResults).toBeGreaterThan(0);
	},
);

test("every substring of a name finds its record, ignoring case", async () => {
	const property = fc.asyncProperty(
		nameWithCases,
		substringChoice,
		async (name, choice) => {
			const setup = await createSetup("empty");
			await sendJson(setup, "createZap", { name });
			const { body } = await sendJson(setup, "searchAudit", {
				text: takeSubstring(name, choice),
			});
			expect(body).toMatchObject({ items: [{ detail: { name } }] });
		},
	);
	await fc.assert(property, { numRuns: countRuns(300) });
});

test("concurrent writes are stored once each, with different times", async () => {
	const writingOperations = operations.filter(({ writes }) => writes);
	const writes = fc.array(
		fc.oneof(
			...writingOperations.map((operation) =>
				operation.valid.map((parts) => ({ operation, parts })),
			),
		),
		{ minLength: 2, maxLength: MAX_LIMIT },
	);
	const property = fc.asyncProperty(writes, async (concurrent) => {
		const setup = await createSetup("empty");
		await Promise.all(
			concurrent.map(({ operation, parts }) => send(setup, operation, parts)),
		);
		const { body } = await sendJson(setup, "searchAudit", { limit: MAX_LIMIT });
		const times = concurrent.map((_, index) => ({
			at: new Date(START + index).toISOString(),
		}));
		expect(body).toMatchObject({ items: times.reverse() });
	});
	await fc.assert(property);
});

test("a leap second is after 23:59:59.999 and before 00:00:00", async () => {
	const property = fc.asyncProperty(leapSecond, async (time) => {
		const setup: ModelSetup = {
			real: createMock({ dataset: "empty", clock: "2016-12-31T23:59:59.998Z" }),
			model: createEmptyModel(),
		};
		for (const name of ["before", "just before", "just after", "after"])
			await sendJson(setup, "createZap", { name });
		const searchFrom = await sendJson(setup, "searchAudit", { from: time });
		const searchTo = await sendJson(setup, "searchAudit", { to: time });
		const items = (...names: string[]) => ({
			items: names.map((name) => ({ detail: { name } })),
		});
		expect(searchFrom.body).toMatchObject(items("after", "just after"));
		expect(searchTo.body).toMatchObject(items("just before", "before"));
	});
	await fc.assert(property);
});
