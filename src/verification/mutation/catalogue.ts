import { acceptInvalid } from "./acceptance.ts";
import { addBadItem, emptyArray } from "./arrays.ts";
import {
	changeContentType,
	dropContentType,
	problemToHtml,
	problemToPlainJson,
} from "./content-type.ts";
import {
	breakSample,
	breakType,
	dropFamily,
	freezeFamily,
} from "./exposition.ts";
import { breakFormat } from "./formats.ts";
import { changeHeader, dropHeader } from "./headers.ts";
import {
	dropMember,
	nullMember,
	putInEnvelope,
	renameCase,
} from "./members.ts";
import type { MutationKind } from "./mutation.ts";
import { ignoreFilter, ignoreLimit, repeatPage } from "./page-requests.ts";
import {
	endEarly,
	loseItem,
	repeatItem,
	reversePage,
	sameCursor,
} from "./pages.ts";
import { swapAcrossClasses, swapWithinClass } from "./status.ts";
import { truncateBody } from "./text.ts";
import { changeType } from "./types.ts";
import { changeValue } from "./values.ts";

/** Every way for a provider to be broken that the contract is measured by. */
export const catalogue: readonly MutationKind[] = [
	dropMember,
	nullMember,
	changeType,
	changeValue,
	breakFormat,
	renameCase,
	putInEnvelope,
	addBadItem,
	emptyArray,
	repeatPage,
	reversePage,
	repeatItem,
	loseItem,
	endEarly,
	sameCursor,
	ignoreFilter,
	ignoreLimit,
	swapWithinClass,
	swapAcrossClasses,
	dropContentType,
	changeContentType,
	dropHeader,
	changeHeader,
	problemToHtml,
	problemToPlainJson,
	truncateBody,
	breakSample,
	breakType,
	dropFamily,
	freezeFamily,
	acceptInvalid,
];
