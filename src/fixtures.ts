export {
	type AuditRecord,
	auditOfCommand,
	auditOfPipeline,
	auditOfZap,
} from "../fixtures/audit-record.ts";
export type { Command, CommandRequest } from "../fixtures/command.ts";
export { createFixtures, type Fixtures } from "../fixtures/create-fixtures.ts";
export type { Pipeline } from "../fixtures/pipeline.ts";
export type { Zap } from "../fixtures/zap.ts";
