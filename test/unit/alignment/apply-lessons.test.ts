import { expect, test } from "vitest";
import { applyLessons } from "../../../src/alignment/apply-lessons.ts";
import type { Lesson } from "../../../src/alignment/lesson.ts";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import type { Node } from "../../../src/document/node.ts";
import { received } from "../../support/received.ts";

const createLesson = (name: string): Lesson => ({
	...{ operations: ["a"], where: "$", kind: "type", from: "x", to: name },
	...{ assumptions: [], isCertain: true, seen: 1, of: 1, changes: [] },
	example: {
		...{ check: "a", status: 200, isArrangement: false, target: "a" },
		request: { method: "GET", path: "/" },
		response: received(200),
	},
	changes: [
		{ pointer: "", edit: () => [{ pointer: `/${name}`, value: true }] },
	],
});
const lessons = Array.from({ length: 64 }, (_, i) => createLesson(`p${i}`));
const start: Node = {
	openapi: "3.1.0",
	info: { title: "a" },
	paths: {
		"/a": {
			get: { operationId: "a", responses: { 200: { description: "" } } },
		},
	},
};

test("finds the lessons that spoil a document without describing it for each lesson", () => {
	let described = 0;
	const service = createDocumentService(start);
	const { proposals, undecided } = applyLessons(start, lessons, {
		describe(root) {
			described += 1;
			if (root.p7 || root.p50) throw new Error("spoilt");
			return service;
		},
	});
	expect(proposals).toHaveLength(62);
	expect(undecided.map(({ question }) => question)).toEqual([
		"How should the document say p7 instead of x?",
		"How should the document say p50 instead of x?",
	]);
	expect(undecided[0]?.why).toBe("The document could not be used: spoilt.");
	expect(described).toBeLessThan(30);
});

test("ends when the time is over", () => {
	let left = 5;
	const apply = () =>
		applyLessons(start, lessons, {
			describe() {
				throw new Error("spoilt");
			},
			requireTime() {
				left -= 1;
				if (left === 0) throw new Error("too late");
			},
		});
	expect(apply).toThrow("too late");
	expect(left).toBe(0);
});
