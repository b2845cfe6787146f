export {
	createFixtures,
	type Fixtures,
} from "../../fixtures/create-fixtures.ts";
export {
	type AuditRecord,
	auditOfCommand,
	auditOfPipeline,
	auditOfZap,
	type Command,
	type CommandRequest,
	type Pipeline,
	type Zap,
} from "../../fixtures/records.ts";
