import { expect, test } from "vitest";
import { UsualRejection } from "../../../src/verification/learning/rules/usual-rejection.ts";
import { receivedJson } from "../../support/received.ts";

const reject = (body: string, errors: object) => ({
	request: { method: "POST", path: "/jars", body },
	response: receivedJson({ errors }, 422),
});

test("a body that nests too deep is taken if the service says the same of it", () => {
	const said = { jars: [{ lid: ["is invalid"] }] };
	const usual = UsualRejection.read(reject('{"jars":[{"lid":"x"}]}', said));
	const deep = `{"jars":[{"lid":"y"}],"more":${"[".repeat(600)}${"]".repeat(600)}}`;
	expect(usual?.equals(reject(deep, said))).toBe(true);
	expect(usual?.equals(reject(deep, { more: ["is too deep"] }))).toBe(false);
});

test("a part of the body that a rejection repeats, and cuts, says nothing", () => {
	const say = (body: string) =>
		reject(body, [`"kind": no such lid, in: ...${body.slice(4, 60)}...`]);
	const [first, second] = ["a", "b".repeat(60)].map(
		(name) => `{"name":"${name}","kind":"x","more":[{"size":1}]}`,
	);
	const usual = UsualRejection.read(say(`${first}`));
	expect(usual?.equals(say(`${second}`))).toBe(true);
	expect(usual?.blames("kind")).toBe(true);
});
