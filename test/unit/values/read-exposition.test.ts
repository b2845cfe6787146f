import { expect, test } from "vitest";
import { readExposition } from "../../../src/values/read-exposition.ts";

test("lines end with a line feed alone", () => {
	expect(readExposition("up 1\n").total("up")).toBe(1);
	expect(() => readExposition("up 1\r\n")).toThrow("a carriage return");
});
