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
      var pattern3 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", "u");
      function validate57(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate57.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.operation === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "operation" } });
            errors++;
          }
          if (data.operation !== void 0) {
            if (typeof data.operation !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/operation", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.id !== void 0) {
            let data1 = data.id;
            if (typeof data1 === "string") {
              if (!pattern3.test(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "pattern", params: { ...{ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$" }, ...{ "remedy": 'must have 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", the first of them a letter or a digit' } } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.times !== void 0) {
            let data2 = data.times;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/times", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 9007199254740991 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/times", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } });
                errors++;
              }
              if (data2 < 1 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/times", keyword: "minimum", params: { comparison: ">=", limit: 1 } });
                errors++;
              }
            }
          }
          if (data.probability !== void 0) {
            let data3 = data.probability;
            if (typeof data3 == "number" && isFinite(data3)) {
              if (data3 > 1 || isNaN(data3)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/probability", keyword: "maximum", params: { comparison: "<=", limit: 1 } });
                errors++;
              }
              if (data3 <= 0 || isNaN(data3)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/probability", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/probability", keyword: "type", params: { type: "number" } });
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
      validate57.evaluated = { "props": { "operation": true, "id": true, "times": true, "probability": true }, "dynamicProps": false, "dynamicItems": false };
      function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate60.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (typeof data == "number" && isFinite(data)) {
          if (data > 36e5 || isNaN(data)) {
            (vErrors ??= []).push({ instancePath, keyword: "maximum", params: { comparison: "<=", limit: 36e5 } });
            errors++;
          }
          if (data < 0 || isNaN(data)) {
            (vErrors ??= []).push({ instancePath, keyword: "minimum", params: { comparison: ">=", limit: 0 } });
            errors++;
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "number" } });
          errors++;
        }
        validate60.errors = vErrors;
        return errors === 0;
      }
      validate60.evaluated = { "dynamicProps": false, "dynamicItems": false };
      function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate59.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        const _errs1 = errors;
        let valid0 = false;
        let passing0 = null;
        const _errs2 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.ms === void 0) {
            (vErrors ??= []).push({});
            errors++;
          }
        }
        var _valid0 = _errs2 === errors;
        if (_valid0) {
          valid0 = true;
          passing0 = 0;
        }
        const _errs3 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.min === void 0) {
            (vErrors ??= []).push({});
            errors++;
          }
          if (data.max === void 0) {
            (vErrors ??= []).push({});
            errors++;
          }
        }
        var _valid0 = _errs3 === errors;
        if (_valid0 && valid0) {
          valid0 = false;
          passing0 = [passing0, 1];
        } else {
          if (_valid0) {
            valid0 = true;
            passing0 = 1;
          }
          const _errs4 = errors;
          if (data && typeof data == "object" && !Array.isArray(data)) {
            if (data.median === void 0) {
              (vErrors ??= []).push({});
              errors++;
            }
            if (data.p99 === void 0) {
              (vErrors ??= []).push({});
              errors++;
            }
          }
          var _valid0 = _errs4 === errors;
          if (_valid0 && valid0) {
            valid0 = false;
            passing0 = [passing0, 2];
          } else {
            if (_valid0) {
              valid0 = true;
              passing0 = 2;
            }
          }
        }
        if (!valid0) {
          errors = _errs1;
          if (vErrors !== null) {
            if (_errs1) {
              vErrors.length = _errs1;
            } else {
              vErrors = null;
            }
          }
          (vErrors ??= []).push({ instancePath, keyword: "oneOf", params: { ...{ passingSchemas: passing0 }, ...{ "remedy": "must have either ms, or min and max, or median and p99" } } });
          errors++;
        } else {
          errors = _errs1;
          if (vErrors !== null) {
            if (_errs1) {
              vErrors.length = _errs1;
            } else {
              vErrors = null;
            }
          }
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.ms !== void 0) {
            if (!validate60(data.ms, { instancePath: instancePath + "/ms", parentData: data, parentDataProperty: "ms", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
              errors = vErrors.length;
            }
          }
          if (data.min !== void 0) {
            if (!validate60(data.min, { instancePath: instancePath + "/min", parentData: data, parentDataProperty: "min", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
              errors = vErrors.length;
            }
          }
          if (data.max !== void 0) {
            if (!validate60(data.max, { instancePath: instancePath + "/max", parentData: data, parentDataProperty: "max", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
              errors = vErrors.length;
            }
          }
          if (data.median !== void 0) {
            if (!validate60(data.median, { instancePath: instancePath + "/median", parentData: data, parentDataProperty: "median", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
              errors = vErrors.length;
            }
          }
          if (data.p99 !== void 0) {
            if (!validate60(data.p99, { instancePath: instancePath + "/p99", parentData: data, parentDataProperty: "p99", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
              errors = vErrors.length;
            }
          }
          if (data.min !== void 0) {
            if (data.max === void 0) {
              (vErrors ??= []).push({ instancePath, keyword: "dependentRequired", params: {
                property: "min",
                missingProperty: "max",
                depsCount: 1,
                deps: "max"
              } });
              errors++;
            }
          }
          if (data.max !== void 0) {
            if (data.min === void 0) {
              (vErrors ??= []).push({ instancePath, keyword: "dependentRequired", params: {
                property: "max",
                missingProperty: "min",
                depsCount: 1,
                deps: "min"
              } });
              errors++;
            }
          }
          if (data.median !== void 0) {
            if (data.p99 === void 0) {
              (vErrors ??= []).push({ instancePath, keyword: "dependentRequired", params: {
                property: "median",
                missingProperty: "p99",
                depsCount: 1,
                deps: "p99"
              } });
              errors++;
            }
          }
          if (data.p99 !== void 0) {
            if (data.median === void 0) {
              (vErrors ??= []).push({ instancePath, keyword: "dependentRequired", params: {
                property: "p99",
                missingProperty: "median",
                depsCount: 1,
                deps: "median"
              } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate59.errors = vErrors;
        return errors === 0;
      }
      validate59.evaluated = { "props": { "ms": true, "min": true, "max": true, "median": true, "p99": true }, "dynamicProps": false, "dynamicItems": false };
      function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate56.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        if (!validate59(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
          errors = vErrors.length;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.kind === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "kind" } });
            errors++;
          }
          if (data.kind !== void 0) {
            if ("delay" !== data.kind) {
              (vErrors ??= []).push({ instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "delay" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (key0 !== "kind" && key0 !== "ms" && key0 !== "min" && key0 !== "max" && key0 !== "median" && key0 !== "p99" && key0 !== "operation" && key0 !== "id" && key0 !== "times" && key0 !== "probability") {
              (vErrors ??= []).push({ instancePath, keyword: "unevaluatedProperties", params: { ...{ unevaluatedProperty: key0 }, ...{ "available": ["kind", "operation", "id", "times", "probability", "ms", "min", "max", "median", "p99"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate56.errors = vErrors;
        return errors === 0;
      }
      validate56.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      var pattern4 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "u");
      var pattern5 = new RegExp("^[\\t -~]*$", "u");
      function validate67(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate67.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.kind === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "kind" } });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" } });
            errors++;
          }
          if (data.kind !== void 0) {
            if ("status" !== data.kind) {
              (vErrors ??= []).push({ instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "status" } });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data1 = data.status;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 > 599 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 } });
                errors++;
              }
              if (data1 < 200 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 200 } });
                errors++;
              }
            }
          }
          if (data.headers !== void 0) {
            let data2 = data.headers;
            if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
              for (const key0 in data2) {
                const _errs7 = errors;
                if (typeof key0 === "string") {
                  if (!pattern4.test(key0)) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/headers", keyword: "pattern", params: { ...{ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }, ...{ "remedy": "must have the name of a header, like x-request-id" } }, propertyName: key0 });
                    errors++;
                  }
                }
                var valid2 = _errs7 === errors;
                if (!valid2) {
                  (vErrors ??= []).push({ instancePath: instancePath + "/headers", keyword: "propertyNames", params: { propertyName: key0 } });
                  errors++;
                }
              }
              for (const key1 in data2) {
                let data3 = data2[key1];
                if (typeof data3 === "string") {
                  if (!pattern5.test(data3)) {
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
          if (data.force !== void 0) {
            if (typeof data.force !== "boolean") {
              (vErrors ??= []).push({ instancePath: instancePath + "/force", keyword: "type", params: { type: "boolean" } });
              errors++;
            }
          }
          for (const key2 in data) {
            if (key2 !== "kind" && key2 !== "status" && key2 !== "body" && key2 !== "headers" && key2 !== "force" && key2 !== "operation" && key2 !== "id" && key2 !== "times" && key2 !== "probability") {
              (vErrors ??= []).push({ instancePath, keyword: "unevaluatedProperties", params: { ...{ unevaluatedProperty: key2 }, ...{ "available": ["kind", "status", "body", "headers", "force", "operation", "id", "times", "probability"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate67.errors = vErrors;
        return errors === 0;
      }
      validate67.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate69.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.kind === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "kind" } });
            errors++;
          }
          if (data.kind !== void 0) {
            if ("reset" !== data.kind) {
              (vErrors ??= []).push({ instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "reset" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (key0 !== "kind" && key0 !== "operation" && key0 !== "id" && key0 !== "times" && key0 !== "probability") {
              (vErrors ??= []).push({ instancePath, keyword: "unevaluatedProperties", params: { ...{ unevaluatedProperty: key0 }, ...{ "available": ["kind", "operation", "id", "times", "probability"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate69.errors = vErrors;
        return errors === 0;
      }
      validate69.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate71(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate71.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.kind === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "kind" } });
            errors++;
          }
          if (data.kind !== void 0) {
            if ("empty" !== data.kind) {
              (vErrors ??= []).push({ instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "empty" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (key0 !== "kind" && key0 !== "operation" && key0 !== "id" && key0 !== "times" && key0 !== "probability") {
              (vErrors ??= []).push({ instancePath, keyword: "unevaluatedProperties", params: { ...{ unevaluatedProperty: key0 }, ...{ "available": ["kind", "operation", "id", "times", "probability"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate71.errors = vErrors;
        return errors === 0;
      }
      validate71.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate73(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate73.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.kind === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "kind" } });
            errors++;
          }
          if (data.kind !== void 0) {
            if ("truncate" !== data.kind) {
              (vErrors ??= []).push({ instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "truncate" } });
              errors++;
            }
          }
          if (data.bytes !== void 0) {
            let data1 = data.bytes;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/bytes", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 > 9007199254740991 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/bytes", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } });
                errors++;
              }
              if (data1 < 0 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/bytes", keyword: "minimum", params: { comparison: ">=", limit: 0 } });
                errors++;
              }
            }
          }
          for (const key0 in data) {
            if (key0 !== "kind" && key0 !== "bytes" && key0 !== "operation" && key0 !== "id" && key0 !== "times" && key0 !== "probability") {
              (vErrors ??= []).push({ instancePath, keyword: "unevaluatedProperties", params: { ...{ unevaluatedProperty: key0 }, ...{ "available": ["kind", "bytes", "operation", "id", "times", "probability"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate73.errors = vErrors;
        return errors === 0;
      }
      validate73.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate75(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate75.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.kind === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "kind" } });
            errors++;
          }
          if (data.bytesPerSecond === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "bytesPerSecond" } });
            errors++;
          }
          if (data.kind !== void 0) {
            if ("drip" !== data.kind) {
              (vErrors ??= []).push({ instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "drip" } });
              errors++;
            }
          }
          if (data.bytesPerSecond !== void 0) {
            let data1 = data.bytesPerSecond;
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 > 9007199254740991 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/bytesPerSecond", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } });
                errors++;
              }
              if (data1 < 1 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/bytesPerSecond", keyword: "minimum", params: { comparison: ">=", limit: 1 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/bytesPerSecond", keyword: "type", params: { type: "number" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (key0 !== "kind" && key0 !== "bytesPerSecond" && key0 !== "operation" && key0 !== "id" && key0 !== "times" && key0 !== "probability") {
              (vErrors ??= []).push({ instancePath, keyword: "unevaluatedProperties", params: { ...{ unevaluatedProperty: key0 }, ...{ "available": ["kind", "bytesPerSecond", "operation", "id", "times", "probability"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate75.errors = vErrors;
        return errors === 0;
      }
      validate75.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate77.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.kind === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "kind" } });
            errors++;
          }
          if (data.kind !== void 0) {
            if ("timeout" !== data.kind) {
              (vErrors ??= []).push({ instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "timeout" } });
              errors++;
            }
          }
          if (data.ms !== void 0) {
            if (!validate60(data.ms, { instancePath: instancePath + "/ms", parentData: data, parentDataProperty: "ms", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
              errors = vErrors.length;
            }
          }
          for (const key0 in data) {
            if (key0 !== "kind" && key0 !== "ms" && key0 !== "operation" && key0 !== "id" && key0 !== "times" && key0 !== "probability") {
              (vErrors ??= []).push({ instancePath, keyword: "unevaluatedProperties", params: { ...{ unevaluatedProperty: key0 }, ...{ "available": ["kind", "ms", "operation", "id", "times", "probability"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate77.errors = vErrors;
        return errors === 0;
      }
      validate77.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
          const tag0 = data.kind;
          if (typeof tag0 == "string") {
            if (tag0 === "delay") {
              if (!validate56(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
                errors = vErrors.length;
              }
              var props0 = true;
            } else if (tag0 === "status") {
              if (!validate67(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "reset") {
              if (!validate69(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "empty") {
              if (!validate71(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "truncate") {
              if (!validate73(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate73.errors : vErrors.concat(validate73.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "drip") {
              if (!validate75(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "timeout") {
              if (!validate77(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else {
              (vErrors ??= []).push({ instancePath, keyword: "discriminator", params: { ...{ error: "mapping", tag: "kind", tagValue: tag0 }, ...{ "available": ["delay", "status", "reset", "empty", "truncate", "drip", "timeout"] } } });
              errors++;
            }
          } else {
            (vErrors ??= []).push({ instancePath, keyword: "discriminator", params: { ...{ error: "tag", tag: "kind", tagValue: tag0 }, ...{ "available": ["delay", "status", "reset", "empty", "truncate", "drip", "timeout"] } } });
            errors++;
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate55.errors = vErrors;
        evaluated0.props = props0;
        return errors === 0;
      }
      validate55.evaluated = { "dynamicProps": true, "dynamicItems": false };
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
        if (Array.isArray(data)) {
          if (data.length > 1e3) {
            (vErrors ??= []).push({ instancePath, keyword: "maxItems", params: { limit: 1e3 } });
            errors++;
          }
          const len0 = data.length;
          for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
            if (!validate55(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
              errors = vErrors.length;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "array" } });
          errors++;
        }
        validate54.errors = vErrors;
        return errors === 0;
      }
      validate54.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
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
      validate52.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
      exports.validator1 = validate89;
      function validate90(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate90.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          const tag0 = data.kind;
          if (typeof tag0 == "string") {
            if (tag0 === "delay") {
              if (!validate56(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
                errors = vErrors.length;
              }
              var props0 = true;
            } else if (tag0 === "status") {
              if (!validate67(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "reset") {
              if (!validate69(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "empty") {
              if (!validate71(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "truncate") {
              if (!validate73(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate73.errors : vErrors.concat(validate73.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "drip") {
              if (!validate75(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else if (tag0 === "timeout") {
              if (!validate77(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
                errors = vErrors.length;
              }
              if (props0 !== true) {
                props0 = true;
              }
            } else {
              (vErrors ??= []).push({ instancePath, keyword: "discriminator", params: { ...{ error: "mapping", tag: "kind", tagValue: tag0 }, ...{ "available": ["delay", "status", "reset", "empty", "truncate", "drip", "timeout"] } } });
              errors++;
            }
          } else {
            (vErrors ??= []).push({ instancePath, keyword: "discriminator", params: { ...{ error: "tag", tag: "kind", tagValue: tag0 }, ...{ "available": ["delay", "status", "reset", "empty", "truncate", "drip", "timeout"] } } });
            errors++;
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate90.errors = vErrors;
        evaluated0.props = props0;
        return errors === 0;
      }
      validate90.evaluated = { "dynamicProps": true, "dynamicItems": false };
      function validate89(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate89.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate90(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
          errors = vErrors.length;
        } else {
          var props0 = validate90.evaluated.props;
        }
        validate89.errors = vErrors;
        evaluated0.props = props0;
        return errors === 0;
      }
      validate89.evaluated = { "dynamicProps": true, "dynamicItems": false };
      exports.validator2 = validate99;
      var pattern6 = new RegExp("^[A-Za-z0-9._-]{1,100}$", "u");
      function validate102(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate102.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (Array.isArray(data)) {
          if (data.length > 1e3) {
            (vErrors ??= []).push({ instancePath, keyword: "maxItems", params: { limit: 1e3 } });
            errors++;
          }
          const len0 = data.length;
          for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
            if (!validate55(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
              errors = vErrors.length;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "array" } });
          errors++;
        }
        validate102.errors = vErrors;
        return errors === 0;
      }
      validate102.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
      var schema39 = { "enum": ["bearer", "api-key"] };
      function validate105(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate105.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!(data === "bearer" || data === "api-key")) {
          (vErrors ??= []).push({ instancePath, keyword: "enum", params: { allowedValues: schema39.enum } });
          errors++;
        }
        validate105.errors = vErrors;
        return errors === 0;
      }
      validate105.evaluated = { "dynamicProps": false, "dynamicItems": false };
      function validate101(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate101.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.description === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "description" } });
            errors++;
          }
          if (data.description !== void 0) {
            if (typeof data.description !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/description", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.dataset !== void 0) {
            if (typeof data.dataset !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/dataset", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.faults !== void 0) {
            if (!validate102(data.faults, { instancePath: instancePath + "/faults", parentData: data, parentDataProperty: "faults", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate102.errors : vErrors.concat(validate102.errors);
              errors = vErrors.length;
            }
          }
          if (data.auth !== void 0) {
            if (!validate105(data.auth, { instancePath: instancePath + "/auth", parentData: data, parentDataProperty: "auth", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate105.errors : vErrors.concat(validate105.errors);
              errors = vErrors.length;
            }
          }
          if (data.rateLimit !== void 0) {
            let data4 = data.rateLimit;
            if (typeof data4 == "number" && isFinite(data4)) {
              if (data4 <= 0 || isNaN(data4)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/rateLimit", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/rateLimit", keyword: "type", params: { type: "number" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (!(key0 === "description" || key0 === "dataset" || key0 === "faults" || key0 === "auth" || key0 === "rateLimit")) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["description", "dataset", "faults", "auth", "rateLimit"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate101.errors = vErrors;
        return errors === 0;
      }
      validate101.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate100(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate100.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          for (const key0 in data) {
            const _errs1 = errors;
            if (typeof key0 === "string") {
              if (!pattern6.test(key0)) {
                (vErrors ??= []).push({ instancePath, keyword: "pattern", params: { ...{ pattern: "^[A-Za-z0-9._-]{1,100}$" }, ...{ "remedy": 'must have a name of 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-"' } }, propertyName: key0 });
                errors++;
              }
            }
            var valid0 = _errs1 === errors;
            if (!valid0) {
              (vErrors ??= []).push({ instancePath, keyword: "propertyNames", params: { propertyName: key0 } });
              errors++;
            }
          }
          for (const key1 in data) {
            if (!validate101(data[key1], { instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data, parentDataProperty: key1, rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate101.errors : vErrors.concat(validate101.errors);
              errors = vErrors.length;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate100.errors = vErrors;
        return errors === 0;
      }
      validate100.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate99(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate99.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate100(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
          errors = vErrors.length;
        }
        validate99.errors = vErrors;
        return errors === 0;
      }
      validate99.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      exports.validator3 = validate109;
      var schema41 = { "type": "object", "properties": { "operation": { "type": "string" }, "method": { "type": "string" }, "path": { "type": "string" }, "status": { "type": "integer", "minimum": 0, "maximum": 599 }, "query": { "type": "object", "additionalProperties": true }, "body": {}, "violations": { "type": "boolean" }, "before": { "type": "string", "pattern": "^[1-9][0-9]{0,15}$", "x-remedy": "must be the id of an entry, like 17" }, "limit": { "type": "integer", "minimum": 0, "maximum": 9007199254740991 } }, "additionalProperties": false };
      var pattern7 = new RegExp("^[1-9][0-9]{0,15}$", "u");
      var func1 = Object.prototype.hasOwnProperty;
      function validate110(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate110.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
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
          if (data.before !== void 0) {
            let data6 = data.before;
            if (typeof data6 === "string") {
              if (!pattern7.test(data6)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/before", keyword: "pattern", params: { ...{ pattern: "^[1-9][0-9]{0,15}$" }, ...{ "remedy": "must be the id of an entry, like 17" } } });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/before", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.limit !== void 0) {
            let data7 = data.limit;
            if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/limit", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data7 == "number" && isFinite(data7)) {
              if (data7 > 9007199254740991 || isNaN(data7)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/limit", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } });
                errors++;
              }
              if (data7 < 0 || isNaN(data7)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/limit", keyword: "minimum", params: { comparison: ">=", limit: 0 } });
                errors++;
              }
            }
          }
          for (const key0 in data) {
            if (!func1.call(schema41.properties, key0)) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["operation", "method", "path", "status", "query", "body", "violations", "before", "limit"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate110.errors = vErrors;
        return errors === 0;
      }
      validate110.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate109(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate109.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate110(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
          errors = vErrors.length;
        }
        validate109.errors = vErrors;
        return errors === 0;
      }
      validate109.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      exports.validator4 = validate112;
      function validate113(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate113.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.dataset !== void 0) {
            if (typeof data.dataset !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/dataset", keyword: "type", params: { type: "string" } });
              errors++;
            }
          }
          if (data.seed !== void 0) {
            let data1 = data.seed;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/seed", keyword: "type", params: { type: "integer" } });
              errors++;
            }
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 > 9007199254740991 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/seed", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } });
                errors++;
              }
              if (data1 < -9007199254740991 || isNaN(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/seed", keyword: "minimum", params: { comparison: ">=", limit: -9007199254740991 } });
                errors++;
              }
            }
          }
          if (data.all !== void 0) {
            if (typeof data.all !== "boolean") {
              (vErrors ??= []).push({ instancePath: instancePath + "/all", keyword: "type", params: { type: "boolean" } });
              errors++;
            }
          }
          for (const key0 in data) {
            if (!(key0 === "dataset" || key0 === "seed" || key0 === "all")) {
              (vErrors ??= []).push({ instancePath, keyword: "additionalProperties", params: { ...{ additionalProperty: key0 }, ...{ "available": ["dataset", "seed", "all"] } } });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" } });
          errors++;
        }
        validate113.errors = vErrors;
        return errors === 0;
      }
      validate113.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate112(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate112.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate113(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate113.errors : vErrors.concat(validate113.errors);
          errors = vErrors.length;
        }
        validate112.errors = vErrors;
        return errors === 0;
      }
      validate112.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
    }
  });
  return require_stdin();
})();

import type { Guard } from "../validation.ts";
import type * as types from "./types.ts";

export const validators: { readonly Faults: Guard<types.Faults>; readonly Fault: Guard<types.Fault>; readonly Scenarios: Guard<types.Scenarios>; readonly RequestsFilter: Guard<types.RequestsFilter>; readonly ResetOrigin: Guard<types.ResetOrigin>; } = {
  "Faults": bundle.validator0,
  "Fault": bundle.validator1,
  "Scenarios": bundle.validator2,
  "RequestsFilter": bundle.validator3,
  "ResetOrigin": bundle.validator4,
};
