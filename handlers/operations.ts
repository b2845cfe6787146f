import { operations as specs } from "../contracts/generated/operations.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import {
	defineOperation,
	type Handle,
	type OperationId,
} from "./define-operation.ts";

/** Functions that replace the behaviors of the OpenAPI document. Each key is the name of an operation. */
const handles: { readonly [Id in OperationId]?: Handle<Id> } = {};

const create = <Id extends OperationId>(id: Id): OperationDefinition =>
	defineOperation<Id>(id, handles[id]);

/** The seven operations. */
export const operations: readonly OperationDefinition[] = Object.values(
	specs,
).map(({ id }) => create(id));
