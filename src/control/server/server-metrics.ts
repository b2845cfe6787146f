import { exposeFamily } from "../../engine/response/exposition.ts";
import type { Control } from "../control.ts";

const gauge = (name: string, help: string, value: number): string =>
	exposeFamily({ name, type: "gauge", help }, [{ value }]);
const counter = (name: string, help: string, value: number): string =>
	exposeFamily({ name, type: "counter", help }, [{ value }]);

/** What the mock says of itself, beside what it says as the service. */
export async function ownMetrics(control: Control): Promise<Response> {
	const sessions = await control.sessions();
	const { total, dropped } = await control.requests({ limit: 0 });
	const exposition = [
		gauge(
			"understudy_sessions",
			"Sessions that there are, the default one included.",
			sessions.length,
		),
		gauge(
			"understudy_journal_entries",
			"Exchanges that the journal has.",
			total,
		),
		counter(
			"understudy_journal_dropped_total",
			"Exchanges that had to leave the journal.",
			dropped,
		),
		gauge(
			"process_resident_memory_bytes",
			"Resident memory in bytes.",
			process.memoryUsage.rss(),
		),
		gauge(
			"understudy_uptime_seconds",
			"Seconds since the process started.",
			process.uptime(),
		),
	].join("");
	return new Response(exposition, {
		headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
	});
}
