// @ts-nocheck
// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

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

  // node_modules/ajv-formats/dist/formats.js
  var require_formats = __commonJS({
    "node_modules/ajv-formats/dist/formats.js"(exports) {
      "use strict";
      Object.defineProperty(exports, "__esModule", { value: true });
      exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
      function fmtDef(validate, compare) {
        return { validate, compare };
      }
      exports.fullFormats = {
        // date: http://tools.ietf.org/html/rfc3339#section-5.6
        date: fmtDef(date, compareDate),
        // date-time: http://tools.ietf.org/html/rfc3339#section-5.6
        time: fmtDef(getTime(true), compareTime),
        "date-time": fmtDef(getDateTime(true), compareDateTime),
        "iso-time": fmtDef(getTime(), compareIsoTime),
        "iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
        // duration: https://tools.ietf.org/html/rfc3339#appendix-A
        duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
        uri,
        "uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
        // uri-template: https://tools.ietf.org/html/rfc6570
        "uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
        // For the source: https://gist.github.com/dperini/729294
        // For test cases: https://mathiasbynens.be/demo/url-regex
        url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
        email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
        hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
        // optimized https://www.safaribooksonline.com/library/view/regular-expressions-cookbook/9780596802837/ch07s16.html
        ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
        ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
        regex,
        // uuid: http://tools.ietf.org/html/rfc4122
        uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
        // JSON-pointer: https://tools.ietf.org/html/rfc6901
        // uri fragment: https://tools.ietf.org/html/rfc3986#appendix-A
        "json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
        "json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
        // relative JSON-pointer: http://tools.ietf.org/html/draft-luff-relative-json-pointer-00
        "relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
        // the following formats are used by the openapi specification: https://spec.openapis.org/oas/v3.0.0#data-types
        // byte: https://github.com/miguelmota/is-base64
        byte,
        // signed 32 bit integer
        int32: { type: "number", validate: validateInt32 },
        // signed 64 bit integer
        int64: { type: "number", validate: validateInt64 },
        // C-type float
        float: { type: "number", validate: validateNumber },
        // C-type double
        double: { type: "number", validate: validateNumber },
        // hint to the UI to hide input strings
        password: true,
        // unchecked string payload
        binary: true
      };
      exports.fastFormats = {
        ...exports.fullFormats,
        date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
        time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
        "date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
        "iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
        "iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
        // uri: https://github.com/mafintosh/is-my-json-valid/blob/master/formats.js
        uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
        "uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
        // email (sources from jsen validator):
        // http://stackoverflow.com/questions/201323/using-a-regular-expression-to-validate-an-email-address#answer-8829363
        // http://www.w3.org/TR/html5/forms.html#valid-e-mail-address (search for 'wilful violation')
        email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
      };
      exports.formatNames = Object.keys(exports.fullFormats);
      function isLeapYear(year) {
        return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
      }
      var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
      var DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
      function date(str) {
        const matches = DATE.exec(str);
        if (!matches)
          return false;
        const year = +matches[1];
        const month = +matches[2];
        const day = +matches[3];
        return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
      }
      function compareDate(d1, d2) {
        if (!(d1 && d2))
          return void 0;
        if (d1 > d2)
          return 1;
        if (d1 < d2)
          return -1;
        return 0;
      }
      var TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
      function getTime(strictTimeZone) {
        return function time(str) {
          const matches = TIME.exec(str);
          if (!matches)
            return false;
          const hr = +matches[1];
          const min = +matches[2];
          const sec = +matches[3];
          const tz = matches[4];
          const tzSign = matches[5] === "-" ? -1 : 1;
          const tzH = +(matches[6] || 0);
          const tzM = +(matches[7] || 0);
          if (tzH > 23 || tzM > 59 || strictTimeZone && !tz)
            return false;
          if (hr <= 23 && min <= 59 && sec < 60)
            return true;
          const utcMin = min - tzM * tzSign;
          const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
          return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
        };
      }
      function compareTime(s1, s2) {
        if (!(s1 && s2))
          return void 0;
        const t1 = (/* @__PURE__ */ new Date("2020-01-01T" + s1)).valueOf();
        const t2 = (/* @__PURE__ */ new Date("2020-01-01T" + s2)).valueOf();
        if (!(t1 && t2))
          return void 0;
        return t1 - t2;
      }
      function compareIsoTime(t1, t2) {
        if (!(t1 && t2))
          return void 0;
        const a1 = TIME.exec(t1);
        const a2 = TIME.exec(t2);
        if (!(a1 && a2))
          return void 0;
        t1 = a1[1] + a1[2] + a1[3];
        t2 = a2[1] + a2[2] + a2[3];
        if (t1 > t2)
          return 1;
        if (t1 < t2)
          return -1;
        return 0;
      }
      var DATE_TIME_SEPARATOR = /t|\s/i;
      function getDateTime(strictTimeZone) {
        const time = getTime(strictTimeZone);
        return function date_time(str) {
          const dateTime = str.split(DATE_TIME_SEPARATOR);
          return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
        };
      }
      function compareDateTime(dt1, dt2) {
        if (!(dt1 && dt2))
          return void 0;
        const d1 = new Date(dt1).valueOf();
        const d2 = new Date(dt2).valueOf();
        if (!(d1 && d2))
          return void 0;
        return d1 - d2;
      }
      function compareIsoDateTime(dt1, dt2) {
        if (!(dt1 && dt2))
          return void 0;
        const [d1, t1] = dt1.split(DATE_TIME_SEPARATOR);
        const [d2, t2] = dt2.split(DATE_TIME_SEPARATOR);
        const res = compareDate(d1, d2);
        if (res === void 0)
          return void 0;
        return res || compareTime(t1, t2);
      }
      var NOT_URI_FRAGMENT = /\/|:/;
      var URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
      function uri(str) {
        return NOT_URI_FRAGMENT.test(str) && URI.test(str);
      }
      var BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
      function byte(str) {
        BYTE.lastIndex = 0;
        return BYTE.test(str);
      }
      var MIN_INT32 = -(2 ** 31);
      var MAX_INT32 = 2 ** 31 - 1;
      function validateInt32(value) {
        return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
      }
      function validateInt64(value) {
        return Number.isInteger(value);
      }
      function validateNumber() {
        return true;
      }
      var Z_ANCHOR = /[^\\]\\Z/;
      function regex(str) {
        if (Z_ANCHOR.test(str))
          return false;
        try {
          new RegExp(str);
          return true;
        } catch (e) {
          return false;
        }
      }
    }
  });

  // <stdin>
  var require_stdin = __commonJS({
    "<stdin>"(exports) {
      exports.validator0 = validate20;
      function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate20.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.status === void 0) {
            const err0 = { instancePath, schemaPath: "document#/paths/~1v1~1health/get/responses/200/content/application~1json/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.status !== void 0) {
            let data0 = data.status;
            if (typeof data0 !== "string") {
              const err1 = { instancePath: instancePath + "/status", schemaPath: "document#/paths/~1v1~1health/get/responses/200/content/application~1json/schema/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err1];
              } else {
                vErrors.push(err1);
              }
              errors++;
            }
            if ("ok" !== data0) {
              const err2 = { instancePath: instancePath + "/status", schemaPath: "document#/paths/~1v1~1health/get/responses/200/content/application~1json/schema/properties/status/const", keyword: "const", params: { allowedValue: "ok" }, message: "must be equal to constant" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
          }
        } else {
          const err3 = { instancePath, schemaPath: "document#/paths/~1v1~1health/get/responses/200/content/application~1json/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        validate20.errors = vErrors;
        return errors === 0;
      }
      validate20.evaluated = { "props": { "status": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator1 = validate22;
      var formats0 = /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
      var func1 = require_ucs2length().default;
      function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate22.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            const err0 = { instancePath, schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.title === void 0) {
            const err1 = { instancePath, schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.detail === void 0) {
            const err3 = { instancePath, schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                const err4 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/type/format", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              const err8 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                const err9 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                const err10 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                const err11 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            } else {
              const err12 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
        } else {
          const err13 = { instancePath, schemaPath: "document#/components/responses/RateLimited/content/application~1problem%2Bjson/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        validate22.errors = vErrors;
        return errors === 0;
      }
      validate22.evaluated = { "props": { "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator2 = validate23;
      function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate23.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.status === void 0) {
            const err0 = { instancePath, schemaPath: "document#/paths/~1v1~1health/get/responses/503/content/application~1json/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.status !== void 0) {
            let data0 = data.status;
            if (typeof data0 !== "string") {
              const err1 = { instancePath: instancePath + "/status", schemaPath: "document#/paths/~1v1~1health/get/responses/503/content/application~1json/schema/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err1];
              } else {
                vErrors.push(err1);
              }
              errors++;
            }
            if ("unavailable" !== data0) {
              const err2 = { instancePath: instancePath + "/status", schemaPath: "document#/paths/~1v1~1health/get/responses/503/content/application~1json/schema/properties/status/const", keyword: "const", params: { allowedValue: "unavailable" }, message: "must be equal to constant" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
          }
        } else {
          const err3 = { instancePath, schemaPath: "document#/paths/~1v1~1health/get/responses/503/content/application~1json/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        validate23.errors = vErrors;
        return errors === 0;
      }
      validate23.evaluated = { "props": { "status": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator3 = validate24;
      var pattern4 = new RegExp("^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$", "u");
      var pattern5 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$", "u");
      var formats2 = require_formats().fullFormats["date-time"];
      function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate25.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.command === void 0) {
            const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "command" }, message: "must have required property 'command'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.acceptedAt === void 0) {
            const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "acceptedAt" }, message: "must have required property 'acceptedAt'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern4.test(data0)) {
                const err4 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/CommandId/pattern", keyword: "pattern", params: { pattern: "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/CommandId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.command !== void 0) {
            let data1 = data.command;
            if (typeof data1 === "string") {
              if (func1(data1) > 200) {
                const err6 = { instancePath: instancePath + "/command", schemaPath: "#/components/schemas/CommandName/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
              if (func1(data1) < 1) {
                const err7 = { instancePath: instancePath + "/command", schemaPath: "#/components/schemas/CommandName/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            } else {
              const err8 = { instancePath: instancePath + "/command", schemaPath: "#/components/schemas/CommandName/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data3 = data.status;
            if (typeof data3 !== "string") {
              const err9 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
            if ("accepted" !== data3) {
              const err10 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/const", keyword: "const", params: { allowedValue: "accepted" }, message: "must be equal to constant" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
          if (data.acceptedAt !== void 0) {
            let data4 = data.acceptedAt;
            if (typeof data4 === "string") {
              if (!pattern5.test(data4)) {
                const err11 = { instancePath: instancePath + "/acceptedAt", schemaPath: "#/components/schemas/Timestamp/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
              if (!formats2.validate(data4)) {
                const err12 = { instancePath: instancePath + "/acceptedAt", schemaPath: "#/components/schemas/Timestamp/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
                if (vErrors === null) {
                  vErrors = [err12];
                } else {
                  vErrors.push(err12);
                }
                errors++;
              }
            } else {
              const err13 = { instancePath: instancePath + "/acceptedAt", schemaPath: "#/components/schemas/Timestamp/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
          }
        } else {
          const err14 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
        validate25.errors = vErrors;
        return errors === 0;
      }
      validate25.evaluated = { "props": { "id": true, "command": true, "args": true, "status": true, "acceptedAt": true }, "dynamicProps": false, "dynamicItems": false };
      function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate24.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate25(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
          errors = vErrors.length;
        }
        validate24.errors = vErrors;
        return errors === 0;
      }
      validate24.evaluated = { "props": { "id": true, "command": true, "args": true, "status": true, "acceptedAt": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator4 = validate27;
      var pattern6 = new RegExp("^(/([^~/]|~[01])*)*$", "u");
      function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate28.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            const err0 = { instancePath, schemaPath: "#/components/schemas/Problem/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.title === void 0) {
            const err1 = { instancePath, schemaPath: "#/components/schemas/Problem/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "#/components/schemas/Problem/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.detail === void 0) {
            const err3 = { instancePath, schemaPath: "#/components/schemas/Problem/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                const err4 = { instancePath: instancePath + "/type", schemaPath: "#/components/schemas/Problem/properties/type/format", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/type", schemaPath: "#/components/schemas/Problem/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/title", schemaPath: "#/components/schemas/Problem/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/title", schemaPath: "#/components/schemas/Problem/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              const err8 = { instancePath: instancePath + "/status", schemaPath: "#/components/schemas/Problem/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                const err9 = { instancePath: instancePath + "/status", schemaPath: "#/components/schemas/Problem/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                const err10 = { instancePath: instancePath + "/status", schemaPath: "#/components/schemas/Problem/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                const err11 = { instancePath: instancePath + "/detail", schemaPath: "#/components/schemas/Problem/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            } else {
              const err12 = { instancePath: instancePath + "/detail", schemaPath: "#/components/schemas/Problem/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
        } else {
          const err13 = { instancePath, schemaPath: "#/components/schemas/Problem/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.errors === void 0) {
            const err14 = { instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: "errors" }, message: "must have required property 'errors'" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (data.errors !== void 0) {
            let data4 = data.errors;
            if (Array.isArray(data4)) {
              if (data4.length < 1) {
                const err15 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
                if (vErrors === null) {
                  vErrors = [err15];
                } else {
                  vErrors.push(err15);
                }
                errors++;
              }
              const len0 = data4.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data5 = data4[i0];
                const _errs16 = errors;
                let valid6 = false;
                const _errs17 = errors;
                if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                  if (data5.pointer === void 0) {
                    const err16 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/allOf/1/properties/errors/items/anyOf/0/required", keyword: "required", params: { missingProperty: "pointer" }, message: "must have required property 'pointer'" };
                    if (vErrors === null) {
                      vErrors = [err16];
                    } else {
                      vErrors.push(err16);
                    }
                    errors++;
                  }
                  if (data5.detail === void 0) {
                    const err17 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/allOf/1/properties/errors/items/anyOf/0/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
                    if (vErrors === null) {
                      vErrors = [err17];
                    } else {
                      vErrors.push(err17);
                    }
                    errors++;
                  }
                  if (data5.pointer !== void 0) {
                    let data6 = data5.pointer;
                    if (typeof data6 === "string") {
                      if (!pattern6.test(data6)) {
                        const err18 = { instancePath: instancePath + "/errors/" + i0 + "/pointer", schemaPath: "#/allOf/1/properties/errors/items/anyOf/0/properties/pointer/pattern", keyword: "pattern", params: { pattern: "^(/([^~/]|~[01])*)*$" }, message: 'must match pattern "^(/([^~/]|~[01])*)*$"' };
                        if (vErrors === null) {
                          vErrors = [err18];
                        } else {
                          vErrors.push(err18);
                        }
                        errors++;
                      }
                    } else {
                      const err19 = { instancePath: instancePath + "/errors/" + i0 + "/pointer", schemaPath: "#/allOf/1/properties/errors/items/anyOf/0/properties/pointer/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      if (vErrors === null) {
                        vErrors = [err19];
                      } else {
                        vErrors.push(err19);
                      }
                      errors++;
                    }
                  }
                  if (data5.detail !== void 0) {
                    let data7 = data5.detail;
                    if (typeof data7 === "string") {
                      if (func1(data7) < 1) {
                        const err20 = { instancePath: instancePath + "/errors/" + i0 + "/detail", schemaPath: "#/allOf/1/properties/errors/items/anyOf/0/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                        if (vErrors === null) {
                          vErrors = [err20];
                        } else {
                          vErrors.push(err20);
                        }
                        errors++;
                      }
                    } else {
                      const err21 = { instancePath: instancePath + "/errors/" + i0 + "/detail", schemaPath: "#/allOf/1/properties/errors/items/anyOf/0/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      if (vErrors === null) {
                        vErrors = [err21];
                      } else {
                        vErrors.push(err21);
                      }
                      errors++;
                    }
                  }
                } else {
                  const err22 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/allOf/1/properties/errors/items/anyOf/0/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                  if (vErrors === null) {
                    vErrors = [err22];
                  } else {
                    vErrors.push(err22);
                  }
                  errors++;
                }
                var _valid0 = _errs17 === errors;
                valid6 = valid6 || _valid0;
                if (_valid0) {
                  var props0 = {};
                  props0.pointer = true;
                  props0.detail = true;
                }
                const _errs23 = errors;
                if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                  if (data5.parameter === void 0) {
                    const err23 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/allOf/1/properties/errors/items/anyOf/1/required", keyword: "required", params: { missingProperty: "parameter" }, message: "must have required property 'parameter'" };
                    if (vErrors === null) {
                      vErrors = [err23];
                    } else {
                      vErrors.push(err23);
                    }
                    errors++;
                  }
                  if (data5.detail === void 0) {
                    const err24 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/allOf/1/properties/errors/items/anyOf/1/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
                    if (vErrors === null) {
                      vErrors = [err24];
                    } else {
                      vErrors.push(err24);
                    }
                    errors++;
                  }
                  if (data5.parameter !== void 0) {
                    let data8 = data5.parameter;
                    if (typeof data8 === "string") {
                      if (func1(data8) < 1) {
                        const err25 = { instancePath: instancePath + "/errors/" + i0 + "/parameter", schemaPath: "#/allOf/1/properties/errors/items/anyOf/1/properties/parameter/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                        if (vErrors === null) {
                          vErrors = [err25];
                        } else {
                          vErrors.push(err25);
                        }
                        errors++;
                      }
                    } else {
                      const err26 = { instancePath: instancePath + "/errors/" + i0 + "/parameter", schemaPath: "#/allOf/1/properties/errors/items/anyOf/1/properties/parameter/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      if (vErrors === null) {
                        vErrors = [err26];
                      } else {
                        vErrors.push(err26);
                      }
                      errors++;
                    }
                  }
                  if (data5.detail !== void 0) {
                    let data9 = data5.detail;
                    if (typeof data9 === "string") {
                      if (func1(data9) < 1) {
                        const err27 = { instancePath: instancePath + "/errors/" + i0 + "/detail", schemaPath: "#/allOf/1/properties/errors/items/anyOf/1/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                        if (vErrors === null) {
                          vErrors = [err27];
                        } else {
                          vErrors.push(err27);
                        }
                        errors++;
                      }
                    } else {
                      const err28 = { instancePath: instancePath + "/errors/" + i0 + "/detail", schemaPath: "#/allOf/1/properties/errors/items/anyOf/1/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      if (vErrors === null) {
                        vErrors = [err28];
                      } else {
                        vErrors.push(err28);
                      }
                      errors++;
                    }
                  }
                } else {
                  const err29 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/allOf/1/properties/errors/items/anyOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                  if (vErrors === null) {
                    vErrors = [err29];
                  } else {
                    vErrors.push(err29);
                  }
                  errors++;
                }
                var _valid0 = _errs23 === errors;
                valid6 = valid6 || _valid0;
                if (_valid0) {
                  if (props0 !== true) {
                    props0 = props0 || {};
                    props0.parameter = true;
                    props0.detail = true;
                  }
                }
                if (!valid6) {
                  const err30 = { instancePath: instancePath + "/errors/" + i0, schemaPath: "#/allOf/1/properties/errors/items/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                  if (vErrors === null) {
                    vErrors = [err30];
                  } else {
                    vErrors.push(err30);
                  }
                  errors++;
                } else {
                  errors = _errs16;
                  if (vErrors !== null) {
                    if (_errs16) {
                      vErrors.length = _errs16;
                    } else {
                      vErrors = null;
                    }
                  }
                }
              }
            } else {
              const err31 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/type", keyword: "type", params: { type: "array" }, message: "must be array" };
              if (vErrors === null) {
                vErrors = [err31];
              } else {
                vErrors.push(err31);
              }
              errors++;
            }
          }
        } else {
          const err32 = { instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err32];
          } else {
            vErrors.push(err32);
          }
          errors++;
        }
        validate28.errors = vErrors;
        return errors === 0;
      }
      validate28.evaluated = { "props": { "errors": true, "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate27.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate28(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
          errors = vErrors.length;
        }
        validate27.errors = vErrors;
        return errors === 0;
      }
      validate27.evaluated = { "props": { "errors": true, "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator5 = validate30;
      function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate30.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            const err0 = { instancePath, schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.title === void 0) {
            const err1 = { instancePath, schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.detail === void 0) {
            const err3 = { instancePath, schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                const err4 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/type/format", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              const err8 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                const err9 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                const err10 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                const err11 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            } else {
              const err12 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
        } else {
          const err13 = { instancePath, schemaPath: "document#/components/responses/Unauthorized/content/application~1problem%2Bjson/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        validate30.errors = vErrors;
        return errors === 0;
      }
      validate30.evaluated = { "props": { "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator6 = validate31;
      function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate31.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            const err0 = { instancePath, schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.title === void 0) {
            const err1 = { instancePath, schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.detail === void 0) {
            const err3 = { instancePath, schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                const err4 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/type/format", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              const err8 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                const err9 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                const err10 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                const err11 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            } else {
              const err12 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
        } else {
          const err13 = { instancePath, schemaPath: "document#/components/responses/TooLarge/content/application~1problem%2Bjson/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        validate31.errors = vErrors;
        return errors === 0;
      }
      validate31.evaluated = { "props": { "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator7 = validate32;
      function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate32.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            const err0 = { instancePath, schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.title === void 0) {
            const err1 = { instancePath, schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.detail === void 0) {
            const err3 = { instancePath, schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                const err4 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/type/format", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/type", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/title", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              const err8 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                const err9 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                const err10 = { instancePath: instancePath + "/status", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                const err11 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            } else {
              const err12 = { instancePath: instancePath + "/detail", schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
        } else {
          const err13 = { instancePath, schemaPath: "document#/components/responses/UnsupportedMedia/content/application~1problem%2Bjson/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        validate32.errors = vErrors;
        return errors === 0;
      }
      validate32.evaluated = { "props": { "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator8 = validate33;
      var pattern7 = new RegExp("^pipe_[0-7][0-9A-HJKMNP-TV-Z]{25}$", "u");
      function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate34.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.acceptedAt === void 0) {
            const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "acceptedAt" }, message: "must have required property 'acceptedAt'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.steps === void 0) {
            const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "steps" }, message: "must have required property 'steps'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern7.test(data0)) {
                const err4 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/PipelineId/pattern", keyword: "pattern", params: { pattern: "^pipe_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^pipe_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/PipelineId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data1 = data.status;
            if (typeof data1 !== "string") {
              const err6 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
            if ("accepted" !== data1) {
              const err7 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/const", keyword: "const", params: { allowedValue: "accepted" }, message: "must be equal to constant" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.acceptedAt !== void 0) {
            let data2 = data.acceptedAt;
            if (typeof data2 === "string") {
              if (!pattern5.test(data2)) {
                const err8 = { instancePath: instancePath + "/acceptedAt", schemaPath: "#/components/schemas/Timestamp/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
              if (!formats2.validate(data2)) {
                const err9 = { instancePath: instancePath + "/acceptedAt", schemaPath: "#/components/schemas/Timestamp/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            } else {
              const err10 = { instancePath: instancePath + "/acceptedAt", schemaPath: "#/components/schemas/Timestamp/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
          if (data.steps !== void 0) {
            let data3 = data.steps;
            if (Array.isArray(data3)) {
              if (data3.length > 100) {
                const err11 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
              if (data3.length < 1) {
                const err12 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
                if (vErrors === null) {
                  vErrors = [err12];
                } else {
                  vErrors.push(err12);
                }
                errors++;
              }
              const len0 = data3.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data4 = data3[i0];
                if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                  if (data4.id === void 0) {
                    const err13 = { instancePath: instancePath + "/steps/" + i0, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
                    if (vErrors === null) {
                      vErrors = [err13];
                    } else {
                      vErrors.push(err13);
                    }
                    errors++;
                  }
                  if (data4.command === void 0) {
                    const err14 = { instancePath: instancePath + "/steps/" + i0, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "command" }, message: "must have required property 'command'" };
                    if (vErrors === null) {
                      vErrors = [err14];
                    } else {
                      vErrors.push(err14);
                    }
                    errors++;
                  }
                  if (data4.status === void 0) {
                    const err15 = { instancePath: instancePath + "/steps/" + i0, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
                    if (vErrors === null) {
                      vErrors = [err15];
                    } else {
                      vErrors.push(err15);
                    }
                    errors++;
                  }
                  if (data4.id !== void 0) {
                    let data5 = data4.id;
                    if (typeof data5 === "string") {
                      if (!pattern4.test(data5)) {
                        const err16 = { instancePath: instancePath + "/steps/" + i0 + "/id", schemaPath: "#/components/schemas/CommandId/pattern", keyword: "pattern", params: { pattern: "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' };
                        if (vErrors === null) {
                          vErrors = [err16];
                        } else {
                          vErrors.push(err16);
                        }
                        errors++;
                      }
                    } else {
                      const err17 = { instancePath: instancePath + "/steps/" + i0 + "/id", schemaPath: "#/components/schemas/CommandId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      if (vErrors === null) {
                        vErrors = [err17];
                      } else {
                        vErrors.push(err17);
                      }
                      errors++;
                    }
                  }
                  if (data4.command !== void 0) {
                    let data6 = data4.command;
                    if (typeof data6 === "string") {
                      if (func1(data6) > 200) {
                        const err18 = { instancePath: instancePath + "/steps/" + i0 + "/command", schemaPath: "#/components/schemas/CommandName/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
                        if (vErrors === null) {
                          vErrors = [err18];
                        } else {
                          vErrors.push(err18);
                        }
                        errors++;
                      }
                      if (func1(data6) < 1) {
                        const err19 = { instancePath: instancePath + "/steps/" + i0 + "/command", schemaPath: "#/components/schemas/CommandName/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                        if (vErrors === null) {
                          vErrors = [err19];
                        } else {
                          vErrors.push(err19);
                        }
                        errors++;
                      }
                    } else {
                      const err20 = { instancePath: instancePath + "/steps/" + i0 + "/command", schemaPath: "#/components/schemas/CommandName/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      if (vErrors === null) {
                        vErrors = [err20];
                      } else {
                        vErrors.push(err20);
                      }
                      errors++;
                    }
                  }
                  if (data4.status !== void 0) {
                    let data8 = data4.status;
                    if (typeof data8 !== "string") {
                      const err21 = { instancePath: instancePath + "/steps/" + i0 + "/status", schemaPath: "#/properties/steps/items/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      if (vErrors === null) {
                        vErrors = [err21];
                      } else {
                        vErrors.push(err21);
                      }
                      errors++;
                    }
                    if ("accepted" !== data8) {
                      const err22 = { instancePath: instancePath + "/steps/" + i0 + "/status", schemaPath: "#/properties/steps/items/properties/status/const", keyword: "const", params: { allowedValue: "accepted" }, message: "must be equal to constant" };
                      if (vErrors === null) {
                        vErrors = [err22];
                      } else {
                        vErrors.push(err22);
                      }
                      errors++;
                    }
                  }
                } else {
                  const err23 = { instancePath: instancePath + "/steps/" + i0, schemaPath: "#/properties/steps/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                  if (vErrors === null) {
                    vErrors = [err23];
                  } else {
                    vErrors.push(err23);
                  }
                  errors++;
                }
              }
            } else {
              const err24 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/type", keyword: "type", params: { type: "array" }, message: "must be array" };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
          }
        } else {
          const err25 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err25];
          } else {
            vErrors.push(err25);
          }
          errors++;
        }
        validate34.errors = vErrors;
        return errors === 0;
      }
      validate34.evaluated = { "props": { "id": true, "status": true, "acceptedAt": true, "steps": true }, "dynamicProps": false, "dynamicItems": false };
      function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate33.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate34(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
          errors = vErrors.length;
        }
        validate33.errors = vErrors;
        return errors === 0;
      }
      validate33.evaluated = { "props": { "id": true, "status": true, "acceptedAt": true, "steps": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator9 = validate36;
      var schema66 = { "description": "The cursor of the next page, or null on the last page.", "type": ["string", "null"], "minLength": 1 };
      var pattern10 = new RegExp("^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$", "u");
      function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate38.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.name === void 0) {
            const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.createdAt === void 0) {
            const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "createdAt" }, message: "must have required property 'createdAt'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern10.test(data0)) {
                const err3 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ZapId/pattern", keyword: "pattern", params: { pattern: "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            } else {
              const err4 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ZapId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          }
          if (data.name !== void 0) {
            let data1 = data.name;
            if (typeof data1 === "string") {
              if (func1(data1) > 200) {
                const err5 = { instancePath: instancePath + "/name", schemaPath: "#/components/schemas/ZapName/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/name", schemaPath: "#/components/schemas/ZapName/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/name", schemaPath: "#/components/schemas/ZapName/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.createdAt !== void 0) {
            let data2 = data.createdAt;
            if (typeof data2 === "string") {
              if (!pattern5.test(data2)) {
                const err8 = { instancePath: instancePath + "/createdAt", schemaPath: "#/components/schemas/Timestamp/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
              if (!formats2.validate(data2)) {
                const err9 = { instancePath: instancePath + "/createdAt", schemaPath: "#/components/schemas/Timestamp/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            } else {
              const err10 = { instancePath: instancePath + "/createdAt", schemaPath: "#/components/schemas/Timestamp/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        } else {
          const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        validate38.errors = vErrors;
        return errors === 0;
      }
      validate38.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate37.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.items === void 0) {
            const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "items" }, message: "must have required property 'items'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.nextCursor === void 0) {
            const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "nextCursor" }, message: "must have required property 'nextCursor'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.items !== void 0) {
            let data0 = data.items;
            if (Array.isArray(data0)) {
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                if (!validate38(data0[i0], { instancePath: instancePath + "/items/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
                  errors = vErrors.length;
                }
              }
            } else {
              const err2 = { instancePath: instancePath + "/items", schemaPath: "#/properties/items/type", keyword: "type", params: { type: "array" }, message: "must be array" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
          }
          if (data.nextCursor !== void 0) {
            let data2 = data.nextCursor;
            if (typeof data2 !== "string" && data2 !== null) {
              const err3 = { instancePath: instancePath + "/nextCursor", schemaPath: "#/components/schemas/NextCursor/type", keyword: "type", params: { type: schema66.type }, message: "must be string,null" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (typeof data2 === "string") {
              if (func1(data2) < 1) {
                const err4 = { instancePath: instancePath + "/nextCursor", schemaPath: "#/components/schemas/NextCursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
          }
        } else {
          const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        validate37.errors = vErrors;
        return errors === 0;
      }
      validate37.evaluated = { "props": { "items": true, "nextCursor": true }, "dynamicProps": false, "dynamicItems": false };
      function validate36(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate36.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate37(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
          errors = vErrors.length;
        }
        validate36.errors = vErrors;
        return errors === 0;
      }
      validate36.evaluated = { "props": { "items": true, "nextCursor": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator10 = validate41;
      function validate42(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate42.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.name === void 0) {
            const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.createdAt === void 0) {
            const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "createdAt" }, message: "must have required property 'createdAt'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern10.test(data0)) {
                const err3 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ZapId/pattern", keyword: "pattern", params: { pattern: "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            } else {
              const err4 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/ZapId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          }
          if (data.name !== void 0) {
            let data1 = data.name;
            if (typeof data1 === "string") {
              if (func1(data1) > 200) {
                const err5 = { instancePath: instancePath + "/name", schemaPath: "#/components/schemas/ZapName/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/name", schemaPath: "#/components/schemas/ZapName/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/name", schemaPath: "#/components/schemas/ZapName/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.createdAt !== void 0) {
            let data2 = data.createdAt;
            if (typeof data2 === "string") {
              if (!pattern5.test(data2)) {
                const err8 = { instancePath: instancePath + "/createdAt", schemaPath: "#/components/schemas/Timestamp/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
              if (!formats2.validate(data2)) {
                const err9 = { instancePath: instancePath + "/createdAt", schemaPath: "#/components/schemas/Timestamp/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            } else {
              const err10 = { instancePath: instancePath + "/createdAt", schemaPath: "#/components/schemas/Timestamp/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        } else {
          const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        validate42.errors = vErrors;
        return errors === 0;
      }
      validate42.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate41.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate42(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
          errors = vErrors.length;
        }
        validate41.errors = vErrors;
        return errors === 0;
      }
      validate41.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      exports.validator11 = validate44;
      var pattern14 = new RegExp("^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$", "u");
      function validate46(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate46.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.at === void 0) {
            const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "at" }, message: "must have required property 'at'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.action === void 0) {
            const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "action" }, message: "must have required property 'action'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.subject === void 0) {
            const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "subject" }, message: "must have required property 'subject'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern14.test(data0)) {
                const err4 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/AuditRecordId/pattern", keyword: "pattern", params: { pattern: "^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/id", schemaPath: "#/components/schemas/AuditRecordId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.at !== void 0) {
            let data1 = data.at;
            if (typeof data1 === "string") {
              if (!pattern5.test(data1)) {
                const err6 = { instancePath: instancePath + "/at", schemaPath: "#/components/schemas/Timestamp/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
              if (!formats2.validate(data1)) {
                const err7 = { instancePath: instancePath + "/at", schemaPath: "#/components/schemas/Timestamp/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            } else {
              const err8 = { instancePath: instancePath + "/at", schemaPath: "#/components/schemas/Timestamp/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          }
          if (data.action !== void 0) {
            let data2 = data.action;
            if (typeof data2 === "string") {
              if (func1(data2) < 1) {
                const err9 = { instancePath: instancePath + "/action", schemaPath: "#/properties/action/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            } else {
              const err10 = { instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
          if (data.subject !== void 0) {
            let data3 = data.subject;
            if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
              if (data3.type === void 0) {
                const err11 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
              if (data3.id === void 0) {
                const err12 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
                if (vErrors === null) {
                  vErrors = [err12];
                } else {
                  vErrors.push(err12);
                }
                errors++;
              }
              if (data3.type !== void 0) {
                let data4 = data3.type;
                if (typeof data4 === "string") {
                  if (func1(data4) < 1) {
                    const err13 = { instancePath: instancePath + "/subject/type", schemaPath: "#/properties/subject/properties/type/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                    if (vErrors === null) {
                      vErrors = [err13];
                    } else {
                      vErrors.push(err13);
                    }
                    errors++;
                  }
                } else {
                  const err14 = { instancePath: instancePath + "/subject/type", schemaPath: "#/properties/subject/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  if (vErrors === null) {
                    vErrors = [err14];
                  } else {
                    vErrors.push(err14);
                  }
                  errors++;
                }
              }
              if (data3.id !== void 0) {
                let data5 = data3.id;
                if (typeof data5 === "string") {
                  if (func1(data5) < 1) {
                    const err15 = { instancePath: instancePath + "/subject/id", schemaPath: "#/properties/subject/properties/id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                    if (vErrors === null) {
                      vErrors = [err15];
                    } else {
                      vErrors.push(err15);
                    }
                    errors++;
                  }
                } else {
                  const err16 = { instancePath: instancePath + "/subject/id", schemaPath: "#/properties/subject/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  if (vErrors === null) {
                    vErrors = [err16];
                  } else {
                    vErrors.push(err16);
                  }
                  errors++;
                }
              }
            } else {
              const err17 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/type", keyword: "type", params: { type: "object" }, message: "must be object" };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
          }
          if (data.detail !== void 0) {
            let data6 = data.detail;
            if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
              if (data6.name !== void 0) {
                if (typeof data6.name !== "string") {
                  const err18 = { instancePath: instancePath + "/detail/name", schemaPath: "#/properties/detail/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  if (vErrors === null) {
                    vErrors = [err18];
                  } else {
                    vErrors.push(err18);
                  }
                  errors++;
                }
              }
              if (data6.command !== void 0) {
                if (typeof data6.command !== "string") {
                  const err19 = { instancePath: instancePath + "/detail/command", schemaPath: "#/properties/detail/properties/command/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  if (vErrors === null) {
                    vErrors = [err19];
                  } else {
                    vErrors.push(err19);
                  }
                  errors++;
                }
              }
              if (data6.steps !== void 0) {
                let data9 = data6.steps;
                if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
                  const err20 = { instancePath: instancePath + "/detail/steps", schemaPath: "#/properties/detail/properties/steps/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                  if (vErrors === null) {
                    vErrors = [err20];
                  } else {
                    vErrors.push(err20);
                  }
                  errors++;
                }
              }
            } else {
              const err21 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/type", keyword: "type", params: { type: "object" }, message: "must be object" };
              if (vErrors === null) {
                vErrors = [err21];
              } else {
                vErrors.push(err21);
              }
              errors++;
            }
          }
        } else {
          const err22 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err22];
          } else {
            vErrors.push(err22);
          }
          errors++;
        }
        validate46.errors = vErrors;
        return errors === 0;
      }
      validate46.evaluated = { "props": { "id": true, "at": true, "action": true, "subject": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      function validate45(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate45.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.items === void 0) {
            const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "items" }, message: "must have required property 'items'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.nextCursor === void 0) {
            const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "nextCursor" }, message: "must have required property 'nextCursor'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.items !== void 0) {
            let data0 = data.items;
            if (Array.isArray(data0)) {
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                if (!validate46(data0[i0], { instancePath: instancePath + "/items/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
                  errors = vErrors.length;
                }
              }
            } else {
              const err2 = { instancePath: instancePath + "/items", schemaPath: "#/properties/items/type", keyword: "type", params: { type: "array" }, message: "must be array" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
          }
          if (data.nextCursor !== void 0) {
            let data2 = data.nextCursor;
            if (typeof data2 !== "string" && data2 !== null) {
              const err3 = { instancePath: instancePath + "/nextCursor", schemaPath: "#/components/schemas/NextCursor/type", keyword: "type", params: { type: schema66.type }, message: "must be string,null" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (typeof data2 === "string") {
              if (func1(data2) < 1) {
                const err4 = { instancePath: instancePath + "/nextCursor", schemaPath: "#/components/schemas/NextCursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
          }
        } else {
          const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        validate45.errors = vErrors;
        return errors === 0;
      }
      validate45.evaluated = { "props": { "items": true, "nextCursor": true }, "dynamicProps": false, "dynamicItems": false };
      function validate44(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate44.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (!validate45(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
          vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
          errors = vErrors.length;
        }
        validate44.errors = vErrors;
        return errors === 0;
      }
      validate44.evaluated = { "props": { "items": true, "nextCursor": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator12 = validate49;
      function validate49(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate49.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (typeof data !== "string") {
          const err0 = { instancePath, schemaPath: "document#/paths/~1metrics/get/responses/200/content/text~1plain%3B%20version%3D0.0.4%3B%20charset%3Dutf-8/schema/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        validate49.errors = vErrors;
        return errors === 0;
      }
      validate49.evaluated = { "dynamicProps": false, "dynamicItems": false };
      exports.validator13 = validate50;
      function validate50(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate50.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            const err0 = { instancePath, schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.title === void 0) {
            const err1 = { instancePath, schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.detail === void 0) {
            const err3 = { instancePath, schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                const err4 = { instancePath: instancePath + "/type", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/type/format", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/type", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/title", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/title", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              const err8 = { instancePath: instancePath + "/status", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                const err9 = { instancePath: instancePath + "/status", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                const err10 = { instancePath: instancePath + "/status", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                const err11 = { instancePath: instancePath + "/detail", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            } else {
              const err12 = { instancePath: instancePath + "/detail", schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
        } else {
          const err13 = { instancePath, schemaPath: "document#/x-beyond-operations/unknownPath/response/content/application~1problem%2Bjson/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        validate50.errors = vErrors;
        return errors === 0;
      }
      validate50.evaluated = { "props": { "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      exports.validator14 = validate51;
      function validate51(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        const evaluated0 = validate51.evaluated;
        if (evaluated0.dynamicProps) {
          evaluated0.props = void 0;
        }
        if (evaluated0.dynamicItems) {
          evaluated0.items = void 0;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            const err0 = { instancePath, schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
          if (data.title === void 0) {
            const err1 = { instancePath, schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (data.status === void 0) {
            const err2 = { instancePath, schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (data.detail === void 0) {
            const err3 = { instancePath, schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                const err4 = { instancePath: instancePath + "/type", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/type/format", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            } else {
              const err5 = { instancePath: instancePath + "/type", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                const err6 = { instancePath: instancePath + "/title", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            } else {
              const err7 = { instancePath: instancePath + "/title", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              const err8 = { instancePath: instancePath + "/status", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                const err9 = { instancePath: instancePath + "/status", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                const err10 = { instancePath: instancePath + "/status", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                const err11 = { instancePath: instancePath + "/detail", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            } else {
              const err12 = { instancePath: instancePath + "/detail", schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
        } else {
          const err13 = { instancePath, schemaPath: "document#/x-beyond-operations/undefinedMethod/response/content/application~1problem%2Bjson/schema/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        validate51.errors = vErrors;
        return errors === 0;
      }
      validate51.evaluated = { "props": { "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
    }
  });
  return require_stdin();
})();

/** Each call replaces the errors of the previous call. */
export interface Validator {
  (data: unknown): boolean;
  errors?: null | { keyword: string; instancePath: string; message?: string; params: Record<string, unknown> }[];
}

export const validators: Readonly<Record<string, Validator>> = {
  "getHealth 200": bundle.validator0,
  "getHealth 429": bundle.validator1,
  "getHealth 503": bundle.validator2,
  "submitCommand 202": bundle.validator3,
  "submitCommand 400": bundle.validator4,
  "submitCommand 401": bundle.validator5,
  "submitCommand 413": bundle.validator6,
  "submitCommand 415": bundle.validator7,
  "submitCommand 429": bundle.validator1,
  "submitPipeline 202": bundle.validator8,
  "submitPipeline 400": bundle.validator4,
  "submitPipeline 401": bundle.validator5,
  "submitPipeline 413": bundle.validator6,
  "submitPipeline 415": bundle.validator7,
  "submitPipeline 429": bundle.validator1,
  "listZaps 200": bundle.validator9,
  "listZaps 400": bundle.validator4,
  "listZaps 401": bundle.validator5,
  "listZaps 429": bundle.validator1,
  "createZap 201": bundle.validator10,
  "createZap 400": bundle.validator4,
  "createZap 401": bundle.validator5,
  "createZap 413": bundle.validator6,
  "createZap 415": bundle.validator7,
  "createZap 429": bundle.validator1,
  "searchAudit 200": bundle.validator11,
  "searchAudit 400": bundle.validator4,
  "searchAudit 401": bundle.validator5,
  "searchAudit 413": bundle.validator6,
  "searchAudit 415": bundle.validator7,
  "searchAudit 429": bundle.validator1,
  "getMetrics 200": bundle.validator12,
  "getMetrics 429": bundle.validator1,
  "unknownPath": bundle.validator13,
  "undefinedMethod": bundle.validator14,
};
