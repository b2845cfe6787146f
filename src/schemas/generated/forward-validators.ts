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
      var pattern3 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "u");
      var pattern4 = new RegExp("^[\\t -~]*$", "u");
      function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.url !== void 0) {
            if (typeof data.url !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/url", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.only !== void 0) {
            let data1 = data.only;
            if (Array.isArray(data1)) {
              const len0 = data1.length;
              for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
                if (typeof data1[i0] !== "string") {
                  (vErrors ??= []).push({ instancePath: instancePath + "/only/" + i0, keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/only", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.except !== void 0) {
            let data3 = data.except;
            if (Array.isArray(data3)) {
              const len1 = data3.length;
              for (let i1 = 0, i1max = errors + 100; i1 < len1 && errors < i1max; i1++) {
                if (typeof data3[i1] !== "string") {
                  (vErrors ??= []).push({ instancePath: instancePath + "/except/" + i1, keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/except", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.headers !== void 0) {
            let data5 = data.headers;
            if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
              for (const key0 in data5) {
                const _errs13 = errors;
                if (typeof key0 === "string") {
                  if (!pattern3.test(key0)) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/headers", keyword: "pattern", params: { ...{ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }, ...{ "remedy": "must have the name of a header, like authorization" } }, propertyName: key0 });
                    errors++;
                  }
                }
                var valid5 = _errs13 === errors;
                if (!valid5) {
                  (vErrors ??= []).push({ instancePath: instancePath + "/headers", keyword: "propertyNames", params: { propertyName: key0 } });
                  errors++;
                }
              }
              for (const key1 in data5) {
                let data6 = data5[key1];
                if (typeof data6 === "string") {
                  if (!pattern4.test(data6)) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), keyword: "pattern", params: { ...{ pattern: "^[\\t -~]*$" }, ...{ "remedy": "must have only ASCII characters, and no line breaks" } } });
                    errors++;
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/headers", keyword: "type", params: { type: "object" } });
              errors++;
            }
          }
          if (data.timeoutMs !== void 0) {
            let data7 = data.timeoutMs;
            if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/timeoutMs", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data7 == "number" && isFinite(data7)) {
              if (data7 > 36e5 || isNaN(data7)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/timeoutMs", keyword: "maximum", params: { comparison: "<=", limit: 36e5 } });
                errors++;
              }
              if (data7 < 1 || isNaN(data7)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/timeoutMs", keyword: "minimum", params: { comparison: ">=", limit: 1 } });
                errors++;
              }
            }
          }
          if (data.strict !== void 0) {
            if (typeof data.strict !== "boolean") {
              (vErrors ??= []).push({ instancePath: instancePath + "/strict", keyword: "type", params: { type: "boolean" } });
              errors++;
            }
          }
          for (const key2 in data) {
            if (!(key2 === "url" || key2 === "only" || key2 === "except" || key2 === "headers" || key2 === "timeoutMs" || key2 === "strict")) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key2 }, ...{ "available": ["url", "only", "except", "headers", "timeoutMs", "strict"] } } });
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
    }
  });
  return require_stdin();
})();

import type { Guard } from "../validation.ts";
import type * as types from "./types.ts";

export const validators: { readonly Forward: Guard<types.Forward>; } = {
  "Forward": bundle.validator0,
};
