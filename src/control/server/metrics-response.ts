import { exposeFamily } from "../../engine/response/exposition.ts";
import type { Control } from "../control.ts";

/** Creates a response with the metrics of the mock itself, which the metrics of the mocked service do not include. */
export async function metricsResponse(control: Control): Promise<Response> {
	const sessions = await control.sessions();
	const { total, dropped } = await control.requests({ limit: 0 });
	// biome-ignore format: a table is read by its columns
	const metrics: readonly [name: string, type: string, help: string, value: number][] = [
		["understudy_sessions", "gauge", "Sessions, including the default one.", sessions.length],
		["understudy_journal_entries", "gauge", "Exchanges in the journal.", total],
		["understudy_journal_dropped_total", "counter", "Exchanges dropped from the journal.", dropped],
		["process_resident_memory_bytes", "gauge", "Resident memory in bytes.", process.memoryUsage.rss()],
		["understudy_uptime_seconds", "gauge", "Seconds since the process started.", process.uptime()],
	];
	const families = metrics.map(([name, type, help, value]) =>
		exposeFamily({ name, type, help }, [{ value }]),
	);
	return new Response(families.join(""), {
		headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}
