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
      var schema22 = { "description": "Defaults for the flags of `understudy serve`.", "type": "object", "properties": { "port": { "description": "port to listen on; 0 picks a free port", "type": "integer", "minimum": 0, "maximum": 65535, "default": 4010, "x-placeholder": "<number>" }, "host": { "description": "address to listen on", "type": "string", "minLength": 1, "default": "127.0.0.1", "x-pass": "an address, like 127.0.0.1 or 0.0.0.0", "x-placeholder": "<address>" }, "cert": { "description": "PEM file with the certificate for HTTPS; requires --key", "type": "string", "minLength": 1, "x-placeholder": "<file>", "x-pass": "a PEM file, like cert.pem" }, "key": { "description": "PEM file with the private key of the certificate", "type": "string", "minLength": 1, "x-placeholder": "<file>", "x-pass": "a PEM file, like key.pem" }, "basePath": { "description": "prefix of all paths of the service, like /api", "type": "string", "default": "", "x-placeholder": "<path>" }, "dataset": { "description": "initial data: empty, default, large, or a .json file that state export wrote", "type": "string", "default": "default", "x-placeholder": "<name>" }, "scenario": { "description": "initial scenario: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited or broken", "type": "string", "default": "normal", "x-placeholder": "<name>" }, "seed": { "description": "seed of the generated data, ids and random numbers", "type": "integer", "minimum": -2147483648, "maximum": 2147483647, "default": 1, "x-placeholder": "<number>" }, "clock": { "description": '"system", or an RFC 3339 time to start at, which advances by 1 ms per write', "type": "string", "default": "system", "x-placeholder": "<time>" }, "auth": { "description": "credentials to require, with any value: none, bearer or api-key", "enum": ["none", "bearer", "api-key"], "default": "none", "x-placeholder": "<kind>" }, "rateLimit": { "description": "requests per second that each session may send", "type": "number", "exclusiveMinimum": 0, "x-placeholder": "<n/s>", "x-unit": "/s", "x-pass": "a number of requests per second, above 0" }, "store": { "description": "where sessions are kept: memory, or sqlite:<path> for a file that survives restarts", "type": "string", "pattern": "^(memory|sqlite:(?!//).+)$", "x-remedy": "must be memory, or sqlite:<path> such as sqlite:mock.db", "x-placeholder": "<place>", "x-pass": "memory, or sqlite:<path> such as sqlite:mock.db", "default": "memory" }, "sessionIdle": { "description": "time without a request after which a session is deleted, like 30m or 7d (default: 30m in memory, never in a file)", "type": "string", "pattern": "^([0-9]{1,6}[smhd]|never)$", "x-remedy": "must be a whole number of s, m, h or d, like 30m, or never", "x-placeholder": "<duration>", "x-pass": "a whole number of s, m, h or d, like 30m, or never" }, "journal": { "description": "how many requests to keep in the journal of each session", "type": "integer", "minimum": 0, "maximum": 1e6, "default": 1e3, "x-placeholder": "<number>" }, "redact": { "description": "headers and query parameters to redact, in addition to credentials", "type": "array", "items": { "type": "string", "pattern": "^[!-~]+$", "x-remedy": "must be the name of a header or a parameter, like x-tenant" }, "x-placeholder": "<name,…>", "x-pass": "names separated by commas, like x-tenant,session_id" }, "controlToken": { "description": "lets other machines control the mock if they send this token", "type": "string", "pattern": "^[!-~]+$", "x-remedy": "must have only visible ASCII characters and no spaces, because HTTP headers allow no others", "x-placeholder": "<token>", "x-pass": "a token of visible ASCII characters without spaces, because HTTP headers allow no others" }, "forward": { "description": "base URL of a real service that responds instead of the mock", "type": "string", "minLength": 1, "x-placeholder": "<url>", "x-pass": "the URL of a service, like http://localhost:8080" }, "forwardOnly": { "description": "ids of the operations to forward (default: all)", "type": "array", "items": { "type": "string" }, "x-placeholder": "<operationId...>" }, "forwardExcept": { "description": "ids of the operations that the mock still responds to", "type": "array", "items": { "type": "string" }, "x-placeholder": "<operationId...>" }, "forwardHeader": { "description": "'Name: value' to send with each forwarded request, such as credentials; repeatable", "type": "array", "items": { "type": "string", "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~]*$", "x-remedy": "must be a header, like 'Authorization: Bearer abc'" }, "x-repeated": true, "x-placeholder": "<line>", "x-pass": "a header as 'Name: value'" }, "forwardTimeout": { "description": "milliseconds without progress of the service after which the mock responds with 504", "type": "integer", "minimum": 1, "maximum": 36e5, "default": 3e4, "x-placeholder": "<ms>" }, "forwardStrict": { "description": "respond with 502 if an exchange violates the OpenAPI document", "type": "boolean", "default": false }, "log": { "description": "output format: pretty, json or silent", "enum": ["pretty", "json", "silent"], "default": "pretty", "x-placeholder": "<format>" } }, "additionalProperties": false };
      var func1 = require_ucs2length().default;
      var func5 = Object.prototype.hasOwnProperty;
      var pattern3 = new RegExp("^(memory|sqlite:(?!//).+)$", "u");
      var pattern4 = new RegExp("^([0-9]{1,6}[smhd]|never)$", "u");
      var pattern5 = new RegExp("^[!-~]+$", "u");
      var pattern7 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~]*$", "u");
      function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate55.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
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
              for (let i0 = 0; i0 < len0; i0++) {
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
              for (let i1 = 0; i1 < len1; i1++) {
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
              for (let i2 = 0; i2 < len2; i2++) {
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
              for (let i3 = 0; i3 < len3; i3++) {
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
          if (data.forwardTimeout !== void 0) {
            let data24 = data.forwardTimeout;
            if (!(typeof data24 == "number" && (!(data24 % 1) && !isNaN(data24)) && isFinite(data24))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/forwardTimeout", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data24 == "number" && isFinite(data24)) {
              if (data24 > 36e5 || isNaN(data24)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/forwardTimeout", keyword: "maximum", params: { comparison: "<=", limit: 36e5 } });
                errors++;
              }
              if (data24 < 1 || isNaN(data24)) {
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
          if (data.log !== void 0) {
            let data26 = data.log;
            if (!(data26 === "pretty" || data26 === "json" || data26 === "silent")) {
              (vErrors ??= []).push({ instancePath: instancePath + "/log", keyword: "enum", params: { allowedValues: schema22.properties.log.enum } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (!func5.call(schema22.properties, key0)) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["port", "host", "cert", "key", "basePath", "dataset", "scenario", "seed", "clock", "auth", "rateLimit", "store", "sessionIdle", "journal", "redact", "controlToken", "forward", "forwardOnly", "forwardExcept", "forwardHeader", "forwardTimeout", "forwardStrict", "log"] } } });
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
        const evaluated0 = validate54.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
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
        const evaluated0 = validate52.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
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
