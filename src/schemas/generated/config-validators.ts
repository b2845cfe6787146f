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

  // node_modules/ajv/dist/runtime/ucs2length.js
  var require_ucs2length = __commonJS({
    "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
      "use strict";
      Object.defineProperty(exports, "__esModule", { value: true });
      function ucs2length(str) {
        const len = str.length;
        let length = 0;
        let pos = 0;
        let value;
        while (pos < len) {
          length++;
          value = str.charCodeAt(pos++);
          if (value >= 55296 && value <= 56319 && pos < len) {
            value = str.charCodeAt(pos);
            if ((value & 64512) === 56320)
              pos++;
          }
        }
        return length;
      }
      exports.default = ucs2length;
      ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
    }
  });

  // <stdin>
  var require_stdin = __commonJS({
    "<stdin>"(exports) {
      exports.validator0 = validate52;
      var schema22 = { "type": "object", "properties": { "port": { "type": "integer", "minimum": 0, "maximum": 65535, "default": 4010 }, "host": { "type": "string", "minLength": 1, "default": "127.0.0.1" }, "cert": { "type": "string", "minLength": 1 }, "key": { "type": "string", "minLength": 1 }, "basePath": { "type": "string", "default": "" }, "dataset": { "type": "string", "default": "default" }, "scenario": { "type": "string", "default": "normal" }, "seed": { "type": "integer", "minimum": -2147483648, "maximum": 2147483647, "default": 1 }, "clock": { "type": "string", "default": "system" }, "auth": { "enum": ["none", "bearer", "api-key"], "default": "none" }, "rateLimit": { "type": "number", "exclusiveMinimum": 0, "x-unit": "/s" }, "store": { "type": "string", "pattern": "^(memory|sqlite:(?!//).+)$", "x-remedy": "must be memory, or sqlite:<path> such as sqlite:mock.db", "default": "memory" }, "sessionIdle": { "type": "string", "pattern": "^([0-9]{1,6}[smhd]|never)$", "x-remedy": "must be a whole number of s, m, h or d, like 30m, or never" }, "journal": { "type": "integer", "minimum": 0, "maximum": 1e6, "default": 1e3 }, "redact": { "type": "array", "items": { "type": "string", "pattern": "^[!-~]+$", "x-remedy": "must be the name of a header or a parameter, like x-tenant" } }, "controlToken": { "type": "string", "pattern": "^[!-~]+$", "x-remedy": "must have only visible ASCII characters and no spaces, because HTTP headers allow no others" }, "forward": { "type": "string", "minLength": 1 }, "forwardOnly": { "type": "array", "items": { "type": "string" } }, "forwardExcept": { "type": "array", "items": { "type": "string" } }, "forwardHeader": { "type": "array", "items": { "type": "string", "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~]*$", "x-remedy": "must be a header, like 'Authorization: Bearer abc'" }, "x-repeated": true }, "allowOrigin": { "type": "array", "items": { "type": "string", "pattern": "^https?://[^/?#@\\\\\\s]+/?$", "x-remedy": "must be the origin of a page, like https://app.example" }, "x-repeated": true }, "forwardTimeout": { "type": "integer", "minimum": 1, "maximum": 36e5 }, "forwardStrict": { "type": "boolean", "default": false }, "configTimeout": { "type": "integer", "minimum": 1, "maximum": 36e5, "default": 1e4 }, "log": { "enum": ["pretty", "json", "silent"], "default": "pretty" } }, "additionalProperties": false };
      var func1 = require_ucs2length().default;
      var func5 = Object.prototype.hasOwnProperty;
      var pattern3 = new RegExp("^(memory|sqlite:(?!//).+)$", "u");
      var pattern4 = new RegExp("^([0-9]{1,6}[smhd]|never)$", "u");
      var pattern5 = new RegExp("^[!-~]+$", "u");
      var pattern7 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~]*$", "u");
      var pattern8 = new RegExp("^https?://[^/?#@\\\\\\s]+/?$", "u");
      function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.port !== void 0) {
            let data0 = data.port;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/port", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data0 == "number" && isFinite(data0)) {
              if (data0 > 65535 || isNaN(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/port", keyword: "maximum", params: { comparison: "<=", limit: 65535 } });
                errors++;
              }
              if (data0 < 0 || isNaN(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/port", keyword: "minimum", params: { comparison: ">=", limit: 0 } });
                errors++;
              }
            }
          }
          if (data.host !== void 0) {
            let data1 = data.host;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/host", keyword: "minLength", params: { limit: 1 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/host", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.cert !== void 0) {
            let data2 = data.cert;
            if (typeof data2 === "string") {
              if (func1(data2) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/cert", keyword: "minLength", params: { limit: 1 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/cert", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.key !== void 0) {
            let data3 = data.key;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/key", keyword: "minLength", params: { limit: 1 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/key", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.basePath !== void 0) {
            if (typeof data.basePath !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/basePath", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.dataset !== void 0) {
            if (typeof data.dataset !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/dataset", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.scenario !== void 0) {
            if (typeof data.scenario !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/scenario", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.seed !== void 0) {
            let data7 = data.seed;
            if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/seed", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data7 == "number" && isFinite(data7)) {
              if (data7 > 2147483647 || isNaN(data7)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/seed", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 } });
                errors++;
              }
              if (data7 < -2147483648 || isNaN(data7)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/seed", keyword: "minimum", params: { comparison: ">=", limit: -2147483648 } });
                errors++;
              }
            }
          }
          if (data.clock !== void 0) {
            if (typeof data.clock !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/clock", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.auth !== void 0) {
            let data9 = data.auth;
            if (!(data9 === "none" || data9 === "bearer" || data9 === "api-key")) {
              (vErrors ??= []).push({ instancePath: instancePath + "/auth", keyword: "enum", params: { allowedValues: schema22.properties.auth.enum } });
              errors++;
            }
          }
          if (data.rateLimit !== void 0) {
            let data10 = data.rateLimit;
            if (typeof data10 == "number" && isFinite(data10)) {
              if (data10 <= 0 || isNaN(data10)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/rateLimit", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/rateLimit", keyword: "type", params: { type: "number" } });
              errors++;
            }
          }
          if (data.store !== void 0) {
            let data11 = data.store;
            if (typeof data11 === "string") {
              if (!pattern3.test(data11)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/store", keyword: "pattern", params: { ...{ pattern: "^(memory|sqlite:(?!//).+)$" }, ...{ "remedy": "must be memory, or sqlite:<path> such as sqlite:mock.db" } } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/store", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.sessionIdle !== void 0) {
            let data12 = data.sessionIdle;
            if (typeof data12 === "string") {
              if (!pattern4.test(data12)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/sessionIdle", keyword: "pattern", params: { ...{ pattern: "^([0-9]{1,6}[smhd]|never)$" }, ...{ "remedy": "must be a whole number of s, m, h or d, like 30m, or never" } } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/sessionIdle", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.journal !== void 0) {
            let data13 = data.journal;
            if (!(typeof data13 == "number" && (!(data13 % 1) && !isNaN(data13)) && isFinite(data13))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/journal", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data13 == "number" && isFinite(data13)) {
              if (data13 > 1e6 || isNaN(data13)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/journal", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } });
                errors++;
              }
              if (data13 < 0 || isNaN(data13)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/journal", keyword: "minimum", params: { comparison: ">=", limit: 0 } });
                errors++;
              }
            }
          }
          if (data.redact !== void 0) {
            let data14 = data.redact;
            if (Array.isArray(data14)) {
              const len0 = data14.length;
              for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
                let data15 = data14[i0];
                if (typeof data15 === "string") {
                  if (!pattern5.test(data15)) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/redact/" + i0, keyword: "pattern", params: { ...{ pattern: "^[!-~]+$" }, ...{ "remedy": "must be the name of a header or a parameter, like x-tenant" } } });
                    errors++;
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/redact/" + i0, keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/redact", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.controlToken !== void 0) {
            let data16 = data.controlToken;
            if (typeof data16 === "string") {
              if (!pattern5.test(data16)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/controlToken", keyword: "pattern", params: { ...{ pattern: "^[!-~]+$" }, ...{ "remedy": "must have only visible ASCII characters and no spaces, because HTTP headers allow no others" } } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/controlToken", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.forward !== void 0) {
            let data17 = data.forward;
            if (typeof data17 === "string") {
              if (func1(data17) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/forward", keyword: "minLength", params: { limit: 1 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/forward", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.forwardOnly !== void 0) {
            let data18 = data.forwardOnly;
            if (Array.isArray(data18)) {
              const len1 = data18.length;
              for (let i1 = 0, i1max = errors + 100; i1 < len1 && errors < i1max; i1++) {
                if (typeof data18[i1] !== "string") {
                  (vErrors ??= []).push({ instancePath: instancePath + "/forwardOnly/" + i1, keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/forwardOnly", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.forwardExcept !== void 0) {
            let data20 = data.forwardExcept;
            if (Array.isArray(data20)) {
              const len2 = data20.length;
              for (let i2 = 0, i2max = errors + 100; i2 < len2 && errors < i2max; i2++) {
                if (typeof data20[i2] !== "string") {
                  (vErrors ??= []).push({ instancePath: instancePath + "/forwardExcept/" + i2, keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/forwardExcept", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.forwardHeader !== void 0) {
            let data22 = data.forwardHeader;
            if (Array.isArray(data22)) {
              const len3 = data22.length;
              for (let i3 = 0, i3max = errors + 100; i3 < len3 && errors < i3max; i3++) {
                let data23 = data22[i3];
                if (typeof data23 === "string") {
                  if (!pattern7.test(data23)) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/forwardHeader/" + i3, keyword: "pattern", params: { ...{ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~]*$" }, ...{ "remedy": "must be a header, like 'Authorization: Bearer abc'" } } });
                    errors++;
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/forwardHeader/" + i3, keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/forwardHeader", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.allowOrigin !== void 0) {
            let data24 = data.allowOrigin;
            if (Array.isArray(data24)) {
              const len4 = data24.length;
              for (let i4 = 0, i4max = errors + 100; i4 < len4 && errors < i4max; i4++) {
                let data25 = data24[i4];
                if (typeof data25 === "string") {
                  if (!pattern8.test(data25)) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/allowOrigin/" + i4, keyword: "pattern", params: { ...{ pattern: "^https?://[^/?#@\\\\\\s]+/?$" }, ...{ "remedy": "must be the origin of a page, like https://app.example" } } });
                    errors++;
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/allowOrigin/" + i4, keyword: "type", params: { type: "string" } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/allowOrigin", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.forwardTimeout !== void 0) {
            let data26 = data.forwardTimeout;
            if (!(typeof data26 == "number" && (!(data26 % 1) && !isNaN(data26)) && isFinite(data26))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/forwardTimeout", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data26 == "number" && isFinite(data26)) {
              if (data26 > 36e5 || isNaN(data26)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/forwardTimeout", keyword: "maximum", params: { comparison: "<=", limit: 36e5 } });
                errors++;
              }
              if (data26 < 1 || isNaN(data26)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/forwardTimeout", keyword: "minimum", params: { comparison: ">=", limit: 1 } });
                errors++;
              }
            }
          }
          if (data.forwardStrict !== void 0) {
            if (typeof data.forwardStrict !== "boolean") {
              (vErrors ??= []).push({ instancePath: instancePath + "/forwardStrict", keyword: "type", params: { type: "boolean" } });
              errors++;
            }
          }
          if (data.configTimeout !== void 0) {
            let data28 = data.configTimeout;
            if (!(typeof data28 == "number" && (!(data28 % 1) && !isNaN(data28)) && isFinite(data28))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/configTimeout", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data28 == "number" && isFinite(data28)) {
              if (data28 > 36e5 || isNaN(data28)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/configTimeout", keyword: "maximum", params: { comparison: "<=", limit: 36e5 } });
                errors++;
              }
              if (data28 < 1 || isNaN(data28)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/configTimeout", keyword: "minimum", params: { comparison: ">=", limit: 1 } });
                errors++;
              }
            }
          }
          if (data.log !== void 0) {
            let data29 = data.log;
            if (!(data29 === "pretty" || data29 === "json" || data29 === "silent")) {
              (vErrors ??= []).push({ instancePath: instancePath + "/log", keyword: "enum", params: { allowedValues: schema22.properties.log.enum } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (!func5.call(schema22.properties, key0)) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["port", "host", "cert", "key", "basePath", "dataset", "scenario", "seed", "clock", "auth", "rateLimit", "store", "sessionIdle", "journal", "redact", "controlToken", "forward", "forwardOnly", "forwardExcept", "forwardHeader", "allowOrigin", "forwardTimeout", "forwardStrict", "configTimeout", "log"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate55.errors = vErrors;
        return errors === 0;
      }
      validate55.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.flags !== void 0) {
            if (!validate55(data.flags, { instancePath: instancePath + "/flags", parentData: data, parentDataProperty: "flags", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
              errors = vErrors.length;
            }
          }
          if (data.ledger !== void 0) {
            if (typeof data.ledger !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/ledger", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.datasets !== void 0) {
            let data2 = data.datasets;
            if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/datasets", keyword: "type", params: { type: "object" } });
              errors++;
            }
          }
          if (data.scenarios !== void 0) {
            let data3 = data.scenarios;
            if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/scenarios", keyword: "type", params: { type: "object" } });
              errors++;
            }
          }
          if (data.handlers !== void 0) {
            if (!Array.isArray(data.handlers)) {
              (vErrors ??= []).push({ instancePath: instancePath + "/handlers", keyword: "type", params: { type: "array" } });
              errors++;
            }
          }
          if (data.fixtures !== void 0) {
            let data5 = data.fixtures;
            if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
              for (const key0 in data5) {
                if (!(key0 === "zap" || key0 === "command" || key0 === "pipeline")) {
                  (vErrors ??= []).push({ instancePath: instancePath + "/fixtures", keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["zap", "command", "pipeline"] } } });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/fixtures", keyword: "type", params: { type: "object" } });
              errors++;
            }
          }
          for (const key1 in data) {
            if (!(key1 === "flags" || key1 === "ledger" || key1 === "datasets" || key1 === "scenarios" || key1 === "handlers" || key1 === "fixtures")) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key1 }, ...{ "available": ["flags", "ledger", "datasets", "scenarios", "handlers", "fixtures"] } } });
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

export const validators: { readonly Config: Guard<types.Config>; } = {
  "Config": bundle.validator0,
};
