import { expect } from "vitest";

interface Stored {
	readonly id: string;
	readonly subject?: { readonly id: string };
}

const WRITES = [
	["/v1/zaps", { name: "written" }],
	["/v1/command", { command: "written" }],
	["/v1/pipeline", { steps: [{ command: "written" }] }],
] as const;

/** Writes to mocks that are killed meanwhile, and keeps the id of each record that a mock said it had created. */
export function createWriters() {
	const acknowledged = new Set<string>();

	/** Writes until the mock is gone. */
	async function write(url: string, signal: AbortSignal): Promise<void> {
		for (let index = 0; !signal.aborted; index++) {
			const [path, body] = WRITES[index % WRITES.length] ?? WRITES[0];
			try {
				const response = await fetch(url + path, {
					...{ method: "POST", signal },
					headers: { "content-type": "application/json" },
					body: JSON.stringify(body),
				});
				const { id }: Stored = await response.json();
				if (response.status < 300) acknowledged.add(id);
			} catch {
				return;
			}
		}
	}

	return {
		acknowledged,
		/** Starts so many writers to each of the mocks. */
		write: (urls: readonly string[], writers: number, signal: AbortSignal) =>
			Promise.all(
				urls.flatMap((url) =>
					Array.from({ length: writers }, () => write(url, signal)),
				),
			),
		/** Expects that a mock has each acknowledged record once, with its audit record. */
		async expectOnce(url: string): Promise<void> {
			const response = await fetch(`${url}/__mock/state`);
			expect(response.status).toBe(200);
			const state: Record<string, Stored[]> = await response.json();
			const { audit = [], ...rest } = state;
			const ids = Object.values(rest).flatMap((all) => all.map(({ id }) => id));
			const found = new Set(ids);
			expect(found.size).toBe(ids.length);
			expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
			expect(audit.map(({ subject }) => subject?.id).sort()).toEqual(
				ids.sort(),
			);
		},
	};
}
