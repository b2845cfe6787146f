import { expect, test } from "vitest";
import {
	createRedactedNames,
	redactTarget,
} from "../../../src/values/redact.ts";

test.each([
	["/a?token=x&b=1", "/a?token=[redacted]&b=1"],
	["/a@b", "/a@b"],
	["ftp://u:secret@host/f?token=x", "ftp://[redacted]@host/f?token=[redacted]"],
	["http://u:se@cret@host/f", "http://[redacted]@host/f"],
	["u:secret@host:443", "[redacted]@host:443"],
	["http://host/a@b", "http://host/a@b"],
])("the target %s is shown as %s", (target, shown) => {
	expect(redactTarget(target, createRedactedNames([]))).toBe(shown);
});
