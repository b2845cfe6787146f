export {
	createFixtures,
	type Fixtures,
} from "../../fixtures/create-fixtures.ts";
export {
	type AuditRecord,
	auditOfCommand,
	auditOfPipeline,
	auditOfZap,
} from "../../resources/audit-record.ts";
export type { Command, CommandRequest } from "../../resources/command.ts";
export type { Pipeline } from "../../resources/pipeline.ts";
export type { Zap } from "../../resources/zap.ts";
