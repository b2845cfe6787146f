// Generated from src/schemas/schemas.yaml by `npm run generate`.

// @ts-nocheck
"use strict";
var bundle = (() => {
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __commonJS = (cb, mod) => function __require() {
    try {
      return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
    } catch (e) {
      throw mod = 0, e;
    }
  };

  // <stdin>
  var require_stdin = __commonJS({
    "<stdin>"(exports) {
      exports.validator0 = validate52;
      function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.operation !== void 0) {
            if (typeof data.operation !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/operation", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.method !== void 0) {
            if (typeof data.method !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/method", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.path !== void 0) {
            if (typeof data.path !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/path", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data3 = data.status;
            if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data3 == "number" && isFinite(data3)) {
              if (data3 > 599 || isNaN(data3)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 } });
                errors++;
              }
              if (data3 < 0 || isNaN(data3)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 0 } });
                errors++;
              }
            }
          }
          if (data.query !== void 0) {
            let data4 = data.query;
            if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/query", keyword: "type", params: { type: "object" } });
              errors++;
            }
          }
          if (data.violations !== void 0) {
            if (typeof data.violations !== "boolean") {
              (vErrors ??= []).push({ instancePath: instancePath + "/violations", keyword: "type", params: { type: "boolean" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (!(key0 === "operation" || key0 === "method" || key0 === "path" || key0 === "status" || key0 === "query" || key0 === "body" || key0 === "violations")) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["operation", "method", "path", "status", "query", "body", "violations"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate54.errors = vErrors;
        return errors === 0;
      }
      validate54.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (!validate54(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
          errors = vErrors.length;
        }
        validate52.errors = vErrors;
        return errors === 0;
      }
      validate52.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      exports.validator1 = validate56;
      function validate57(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.name === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "name" } });
            errors++;
          }
          if (data.name !== void 0) {
            if (typeof data.name !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/name", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (!(key0 === "name")) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["name"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate57.errors = vErrors;
        return errors === 0;
      }
      validate57.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        validate56.errors = vErrors;
        return errors === 0;
      }
      validate56.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      exports.validator2 = validate59;
      function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          for (const key0 in data) {
            (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": [] } } });
            errors++;
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate60.errors = vErrors;
        return errors === 0;
      }
      validate60.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (!validate60(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
          errors = vErrors.length;
        }
        validate59.errors = vErrors;
        return errors === 0;
      }
      validate59.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
    }
  });
  return require_stdin();
})();

import type { Guard } from "../validation.ts";
import type * as types from "./types.ts";

export const validators: { readonly JournalFilter: Guard<types.JournalFilter>; readonly ScenarioChoice: Guard<types.ScenarioChoice>; readonly NoBody: Guard<types.NoBody>; } = {
  "JournalFilter": bundle.validator0,
  "ScenarioChoice": bundle.validator1,
  "NoBody": bundle.validator2,
};
