import { useEffect, useState } from "preact/hooks";
import { RequestFailure } from "./request-failure.ts";
import type { Zap, ZapsApi } from "./zaps-api.ts";

export interface Zaps {
	readonly zaps: readonly Zap[];
	readonly status: "loading" | "failed" | "more" | "complete";
	/** Why the last page could not be loaded. */
	readonly failure: string;
	/** Loads the next page, or the same page again after a failure. */
	loadMore(): Promise<void>;
	/** Shows a zap that was just created. */
	add(zap: Zap): void;
}

/** Loads zaps page by page. */
export function useZaps(api: ZapsApi): Zaps {
	const [zaps, setZaps] = useState<readonly Zap[]>([]);
	const [cursor, setCursor] = useState<string>();
	const [status, setStatus] = useState<Zaps["status"]>("loading");
	const [failure, setFailure] = useState("");

	async function loadMore(): Promise<void> {
		setStatus("loading");
		try {
			const page = await api.listZaps(cursor);
			setZaps((shown) => [...shown, ...page.items.filter(isMissing(shown))]);
			setCursor(page.nextCursor ?? undefined);
			setStatus(page.nextCursor === null ? "complete" : "more");
		} catch (error) {
			if (!(error instanceof RequestFailure)) throw error;
			setFailure(error.message);
			setStatus("failed");
		}
	}
	useEffect(() => void loadMore(), [api]);

	const add = (zap: Zap): void => setZaps((shown) => [zap, ...shown]);
	return { zaps, status, failure, loadMore, add };
}

/** A zap that was created while the first page was loading can be on that page, too. */
const isMissing =
	(shown: readonly Zap[]) =>
	(zap: Zap): boolean =>
		!shown.some(({ id }) => id === zap.id);
