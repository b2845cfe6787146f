import { describe } from "vitest";
import { stages } from "../../support/serve-stage.ts";
import { addBehaviorCases } from "./behavior-cases.ts";
import { addClockCases } from "./clock-cases.ts";
import { addJournalCases } from "./journal-cases.ts";
import { addRejectionCases } from "./rejection-cases.ts";
import { addStateCases } from "./state-cases.ts";

describe.each(Object.entries(stages))("a mock controlled %s", (_, open) => {
	addJournalCases(open);
	addBehaviorCases(open);
	addStateCases(open);
	addClockCases(open);
	addRejectionCases(open);
});
