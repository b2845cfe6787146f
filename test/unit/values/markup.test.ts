import { expect, test } from "vitest";
import { withoutMarkup } from "../../../src/values/markup.ts";

test("a page is read as its texts, without tags, scripts and comments", () => {
	const page = `<!DOCTYPE html>
<html lang="en"><head><title>400 Bad Request</title><style>p { color: red }</style></head>
<!-- <p>An old text.</p> -->
<body><p>The <b>title</b> is not &#39;Dune&#39; &amp; not &quot;Emma&quot;.</p><p>&odd; &#9999999999;</p></body></html>`;
	expect(withoutMarkup(page)).toBe(
		`400 Bad Request\nThe title is not 'Dune' & not "Emma".\n&odd; &#9999999999;`,
	);
});

test("XML is read as its texts, and any other text stays", () => {
	expect(
		withoutMarkup('<?xml version="1.0"?><error><why>No title</why></error>'),
	).toBe("No title");
	for (const text of ["1 < 2 > 0", "<3", ""])
		expect(withoutMarkup(text)).toBe(text);
});
