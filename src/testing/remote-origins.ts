const origins = new Set<string>();

/** Marks the origin of a mock server in another process that tests of this process use. */
export function addRemoteOrigin(url: string): void {
	origins.add(new URL(url).origin);
}

/** Returns whether the request goes to a mock server in another process, so that no mock here may intercept it. */
export const isRemoteOrigin = ({ url }: Request): boolean =>
	origins.size > 0 && origins.has(new URL(url).origin);
