const origins = new Set<string>();

/** Remembers that tests of this process have sessions of a mock in another one. */
export function addRemoteOrigin(url: string): void {
	origins.add(new URL(url).origin);
}

/** Whether what is sent there is for a mock in another process, and no mock in this one may answer it. */
export const isRemoteOrigin = ({ url }: Request): boolean =>
	origins.size > 0 && origins.has(new URL(url).origin);
