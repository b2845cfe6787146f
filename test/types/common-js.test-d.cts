// `tsc` compiles this file in `npm run check`, as CommonJS, for which MSW 2 declares other classes than for ES modules.

import type { HttpHandler } from "msw";
import type { MockInPage } from "../../src/entries/browser.ts";
import type { Config } from "../../src/entries/index.ts";
import type { MockInProcess } from "../../src/entries/node.ts";
import type { TestMock } from "../../src/entries/vitest.ts";

const accept = (
	mocks: readonly (MockInProcess | MockInPage | TestMock)[],
	handler: HttpHandler,
): Config => {
	for (const mock of mocks) mock.use(handler);
	return { handlers: [handler] };
};
void accept;
