const LOOPBACK_HOST =
	/^(([^.]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i;

/**
 * Whether a page of another origin sent the request. Pages of this machine, and pages of the requested host, are not
 * foreign. Other clients send none of these headers.
 */
export function isForeignPage(request: {
	/** @param name in lower case */
	header(name: string): string | null;
}): boolean {
	// Images, links and other requests that change nothing have no Origin.
	const sender = request.header("origin") ?? request.header("referer");
	if (sender === null) return request.header("sec-fetch-site") === "cross-site";
	// An opaque origin is sent as "null".
	if (!URL.canParse(sender)) return true;
	const { hostname, host } = new URL(sender);
	return !LOOPBACK_HOST.test(hostname) && host !== request.header("host");
}
