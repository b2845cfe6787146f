const NO_MOCK =
	'it was sent outside of a test with a mock. Import test from "zaps-understudy/vitest" instead of "vitest". If a hook sent it, use beforeEach instead of beforeAll.';

/** Returns why a request below the base URL must be rejected if no test with a mock sent it; undefined for other URLs. */
export function refuseOutside(
	{ url }: Pick<Request, "url">,
	baseUrl: string | undefined,
): string | undefined {
	if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
	const base = new URL(baseUrl);
	const { origin, pathname } = new URL(url);
	const isBelow =
		origin === base.origin &&
		`${pathname}/`.startsWith(`${base.pathname.replace(/\/$/, "")}/`);
	return isBelow ? NO_MOCK : undefined;
}
