// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.status !== void 0) {
            let data0 = data.status;
            if (typeof data0 !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
            if ("ok" !== data0) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "const", params: { allowedValue: "ok" }, message: "must be equal to constant" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
            errors++;
          }
          if (data.title === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.detail === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" });
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" });
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.status !== void 0) {
            let data0 = data.status;
            if (typeof data0 !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
            if ("unavailable" !== data0) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "const", params: { allowedValue: "unavailable" }, message: "must be equal to constant" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" });
            errors++;
          }
          if (data.command === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "command" }, message: "must have required property 'command'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.acceptedAt === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "acceptedAt" }, message: "must have required property 'acceptedAt'" });
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern4.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "pattern", params: { pattern: "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.command !== void 0) {
            let data1 = data.command;
            if (typeof data1 === "string") {
              if (func1(data1) > 200) {
                (vErrors ??= []).push({ instancePath: instancePath + "/command", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" });
                errors++;
              }
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/command", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/command", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data3 = data.status;
            if (typeof data3 !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
            if ("accepted" !== data3) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "const", params: { allowedValue: "accepted" }, message: "must be equal to constant" });
              errors++;
            }
          }
          if (data.acceptedAt !== void 0) {
            let data4 = data.acceptedAt;
            if (typeof data4 === "string") {
              if (!formats2.validate(data4)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/acceptedAt", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' });
                errors++;
              }
              if (!pattern5.test(data4)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/acceptedAt", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/acceptedAt", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate25.errors = vErrors;
        return errors === 0;
      }
      validate25.evaluated = { "props": { "id": true, "command": true, "args": true, "status": true, "acceptedAt": true }, "dynamicProps": false, "dynamicItems": false };
      function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
            errors++;
          }
          if (data.title === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.detail === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" });
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" });
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.errors === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "errors" }, message: "must have required property 'errors'" });
            errors++;
          }
          if (data.errors !== void 0) {
            let data4 = data.errors;
            if (Array.isArray(data4)) {
              if (data4.length < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/errors", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" });
                errors++;
              }
              const len0 = data4.length;
              for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
                let data5 = data4[i0];
                const _errs16 = errors;
                let valid6 = false;
                const _errs17 = errors;
                if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                  if (data5.pointer === void 0) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0, keyword: "required", params: { missingProperty: "pointer" }, message: "must have required property 'pointer'" });
                    errors++;
                  }
                  if (data5.detail === void 0) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
                    errors++;
                  }
                  if (data5.pointer !== void 0) {
                    let data6 = data5.pointer;
                    if (typeof data6 === "string") {
                      if (!pattern6.test(data6)) {
                        (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/pointer", keyword: "pattern", params: { pattern: "^(/([^~/]|~[01])*)*$" }, message: 'must match pattern "^(/([^~/]|~[01])*)*$"' });
                        errors++;
                      }
                    } else {
                      (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/pointer", keyword: "type", params: { type: "string" }, message: "must be string" });
                      errors++;
                    }
                  }
                  if (data5.detail !== void 0) {
                    let data7 = data5.detail;
                    if (typeof data7 === "string") {
                      if (func1(data7) < 1) {
                        (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                        errors++;
                      }
                    } else {
                      (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
                      errors++;
                    }
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0, keyword: "type", params: { type: "object" }, message: "must be object" });
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
                    (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0, keyword: "required", params: { missingProperty: "parameter" }, message: "must have required property 'parameter'" });
                    errors++;
                  }
                  if (data5.detail === void 0) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
                    errors++;
                  }
                  if (data5.parameter !== void 0) {
                    let data8 = data5.parameter;
                    if (typeof data8 === "string") {
                      if (func1(data8) < 1) {
                        (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/parameter", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                        errors++;
                      }
                    } else {
                      (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/parameter", keyword: "type", params: { type: "string" }, message: "must be string" });
                      errors++;
                    }
                  }
                  if (data5.detail !== void 0) {
                    let data9 = data5.detail;
                    if (typeof data9 === "string") {
                      if (func1(data9) < 1) {
                        (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                        errors++;
                      }
                    } else {
                      (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0 + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
                      errors++;
                    }
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0, keyword: "type", params: { type: "object" }, message: "must be object" });
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
                  (vErrors ??= []).push({ instancePath: instancePath + "/errors/" + i0, keyword: "anyOf", params: {}, message: "must match a schema in anyOf" });
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
              (vErrors ??= []).push({ instancePath: instancePath + "/errors", keyword: "type", params: { type: "array" }, message: "must be array" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate28.errors = vErrors;
        return errors === 0;
      }
      validate28.evaluated = { "props": { "errors": true, "type": true, "title": true, "status": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
            errors++;
          }
          if (data.title === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.detail === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" });
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" });
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
            errors++;
          }
          if (data.title === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.detail === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" });
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" });
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
            errors++;
          }
          if (data.title === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.detail === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" });
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" });
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.acceptedAt === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "acceptedAt" }, message: "must have required property 'acceptedAt'" });
            errors++;
          }
          if (data.steps === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "steps" }, message: "must have required property 'steps'" });
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern7.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "pattern", params: { pattern: "^pipe_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^pipe_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data1 = data.status;
            if (typeof data1 !== "string") {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
            if ("accepted" !== data1) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "const", params: { allowedValue: "accepted" }, message: "must be equal to constant" });
              errors++;
            }
          }
          if (data.acceptedAt !== void 0) {
            let data2 = data.acceptedAt;
            if (typeof data2 === "string") {
              if (!formats2.validate(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/acceptedAt", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' });
                errors++;
              }
              if (!pattern5.test(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/acceptedAt", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/acceptedAt", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.steps !== void 0) {
            let data3 = data.steps;
            if (Array.isArray(data3)) {
              if (data3.length > 100) {
                (vErrors ??= []).push({ instancePath: instancePath + "/steps", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" });
                errors++;
              }
              if (data3.length < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/steps", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" });
                errors++;
              }
              const len0 = data3.length;
              for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
                let data4 = data3[i0];
                if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                  if (data4.id === void 0) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" });
                    errors++;
                  }
                  if (data4.command === void 0) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0, keyword: "required", params: { missingProperty: "command" }, message: "must have required property 'command'" });
                    errors++;
                  }
                  if (data4.status === void 0) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
                    errors++;
                  }
                  if (data4.id !== void 0) {
                    let data5 = data4.id;
                    if (typeof data5 === "string") {
                      if (!pattern4.test(data5)) {
                        (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0 + "/id", keyword: "pattern", params: { pattern: "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^cmd_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' });
                        errors++;
                      }
                    } else {
                      (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0 + "/id", keyword: "type", params: { type: "string" }, message: "must be string" });
                      errors++;
                    }
                  }
                  if (data4.command !== void 0) {
                    let data6 = data4.command;
                    if (typeof data6 === "string") {
                      if (func1(data6) > 200) {
                        (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0 + "/command", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" });
                        errors++;
                      }
                      if (func1(data6) < 1) {
                        (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0 + "/command", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                        errors++;
                      }
                    } else {
                      (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0 + "/command", keyword: "type", params: { type: "string" }, message: "must be string" });
                      errors++;
                    }
                  }
                  if (data4.status !== void 0) {
                    let data8 = data4.status;
                    if (typeof data8 !== "string") {
                      (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0 + "/status", keyword: "type", params: { type: "string" }, message: "must be string" });
                      errors++;
                    }
                    if ("accepted" !== data8) {
                      (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0 + "/status", keyword: "const", params: { allowedValue: "accepted" }, message: "must be equal to constant" });
                      errors++;
                    }
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/steps/" + i0, keyword: "type", params: { type: "object" }, message: "must be object" });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/steps", keyword: "type", params: { type: "array" }, message: "must be array" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate34.errors = vErrors;
        return errors === 0;
      }
      validate34.evaluated = { "props": { "id": true, "status": true, "acceptedAt": true, "steps": true }, "dynamicProps": false, "dynamicItems": false };
      function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" });
            errors++;
          }
          if (data.name === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" });
            errors++;
          }
          if (data.createdAt === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "createdAt" }, message: "must have required property 'createdAt'" });
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern10.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "pattern", params: { pattern: "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.name !== void 0) {
            let data1 = data.name;
            if (typeof data1 === "string") {
              if (func1(data1) > 200) {
                (vErrors ??= []).push({ instancePath: instancePath + "/name", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" });
                errors++;
              }
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/name", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/name", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.createdAt !== void 0) {
            let data2 = data.createdAt;
            if (typeof data2 === "string") {
              if (!formats2.validate(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/createdAt", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' });
                errors++;
              }
              if (!pattern5.test(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/createdAt", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/createdAt", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate38.errors = vErrors;
        return errors === 0;
      }
      validate38.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.items === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "items" }, message: "must have required property 'items'" });
            errors++;
          }
          if (data.nextCursor === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "nextCursor" }, message: "must have required property 'nextCursor'" });
            errors++;
          }
          if (data.items !== void 0) {
            let data0 = data.items;
            if (Array.isArray(data0)) {
              const len0 = data0.length;
              for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
                if (!validate38(data0[i0], { instancePath: instancePath + "/items/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
                  errors = vErrors.length;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/items", keyword: "type", params: { type: "array" }, message: "must be array" });
              errors++;
            }
          }
          if (data.nextCursor !== void 0) {
            let data2 = data.nextCursor;
            if (typeof data2 !== "string" && data2 !== null) {
              (vErrors ??= []).push({ instancePath: instancePath + "/nextCursor", keyword: "type", params: { type: schema66.type }, message: "must be string,null" });
              errors++;
            }
            if (typeof data2 === "string") {
              if (func1(data2) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/nextCursor", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate37.errors = vErrors;
        return errors === 0;
      }
      validate37.evaluated = { "props": { "items": true, "nextCursor": true }, "dynamicProps": false, "dynamicItems": false };
      function validate36(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" });
            errors++;
          }
          if (data.name === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" });
            errors++;
          }
          if (data.createdAt === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "createdAt" }, message: "must have required property 'createdAt'" });
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern10.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "pattern", params: { pattern: "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.name !== void 0) {
            let data1 = data.name;
            if (typeof data1 === "string") {
              if (func1(data1) > 200) {
                (vErrors ??= []).push({ instancePath: instancePath + "/name", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" });
                errors++;
              }
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/name", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/name", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.createdAt !== void 0) {
            let data2 = data.createdAt;
            if (typeof data2 === "string") {
              if (!formats2.validate(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/createdAt", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' });
                errors++;
              }
              if (!pattern5.test(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/createdAt", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/createdAt", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate42.errors = vErrors;
        return errors === 0;
      }
      validate42.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
      function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" });
            errors++;
          }
          if (data.at === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "at" }, message: "must have required property 'at'" });
            errors++;
          }
          if (data.action === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "action" }, message: "must have required property 'action'" });
            errors++;
          }
          if (data.subject === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "subject" }, message: "must have required property 'subject'" });
            errors++;
          }
          if (data.id !== void 0) {
            let data0 = data.id;
            if (typeof data0 === "string") {
              if (!pattern14.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "pattern", params: { pattern: "^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$" }, message: 'must match pattern "^aud_[0-7][0-9A-HJKMNP-TV-Z]{25}$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.at !== void 0) {
            let data1 = data.at;
            if (typeof data1 === "string") {
              if (!formats2.validate(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/at", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' });
                errors++;
              }
              if (!pattern5.test(data1)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/at", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/at", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.action !== void 0) {
            let data2 = data.action;
            if (typeof data2 === "string") {
              if (func1(data2) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/action", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/action", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.subject !== void 0) {
            let data3 = data.subject;
            if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
              if (data3.type === void 0) {
                (vErrors ??= []).push({ instancePath: instancePath + "/subject", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
                errors++;
              }
              if (data3.id === void 0) {
                (vErrors ??= []).push({ instancePath: instancePath + "/subject", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" });
                errors++;
              }
              if (data3.type !== void 0) {
                let data4 = data3.type;
                if (typeof data4 === "string") {
                  if (func1(data4) < 1) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/subject/type", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                    errors++;
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/subject/type", keyword: "type", params: { type: "string" }, message: "must be string" });
                  errors++;
                }
              }
              if (data3.id !== void 0) {
                let data5 = data3.id;
                if (typeof data5 === "string") {
                  if (func1(data5) < 1) {
                    (vErrors ??= []).push({ instancePath: instancePath + "/subject/id", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                    errors++;
                  }
                } else {
                  (vErrors ??= []).push({ instancePath: instancePath + "/subject/id", keyword: "type", params: { type: "string" }, message: "must be string" });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/subject", keyword: "type", params: { type: "object" }, message: "must be object" });
              errors++;
            }
          }
          if (data.detail !== void 0) {
            let data6 = data.detail;
            if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
              if (data6.name !== void 0) {
                if (typeof data6.name !== "string") {
                  (vErrors ??= []).push({ instancePath: instancePath + "/detail/name", keyword: "type", params: { type: "string" }, message: "must be string" });
                  errors++;
                }
              }
              if (data6.command !== void 0) {
                if (typeof data6.command !== "string") {
                  (vErrors ??= []).push({ instancePath: instancePath + "/detail/command", keyword: "type", params: { type: "string" }, message: "must be string" });
                  errors++;
                }
              }
              if (data6.steps !== void 0) {
                let data9 = data6.steps;
                if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
                  (vErrors ??= []).push({ instancePath: instancePath + "/detail/steps", keyword: "type", params: { type: "integer" }, message: "must be integer" });
                  errors++;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "object" }, message: "must be object" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate46.errors = vErrors;
        return errors === 0;
      }
      validate46.evaluated = { "props": { "id": true, "at": true, "action": true, "subject": true, "detail": true }, "dynamicProps": false, "dynamicItems": false };
      function validate45(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.items === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "items" }, message: "must have required property 'items'" });
            errors++;
          }
          if (data.nextCursor === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "nextCursor" }, message: "must have required property 'nextCursor'" });
            errors++;
          }
          if (data.items !== void 0) {
            let data0 = data.items;
            if (Array.isArray(data0)) {
              const len0 = data0.length;
              for (let i0 = 0, i0max = errors + 100; i0 < len0 && errors < i0max; i0++) {
                if (!validate46(data0[i0], { instancePath: instancePath + "/items/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
                  errors = vErrors.length;
                }
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/items", keyword: "type", params: { type: "array" }, message: "must be array" });
              errors++;
            }
          }
          if (data.nextCursor !== void 0) {
            let data2 = data.nextCursor;
            if (typeof data2 !== "string" && data2 !== null) {
              (vErrors ??= []).push({ instancePath: instancePath + "/nextCursor", keyword: "type", params: { type: schema66.type }, message: "must be string,null" });
              errors++;
            }
            if (typeof data2 === "string") {
              if (func1(data2) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/nextCursor", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
          errors++;
        }
        validate45.errors = vErrors;
        return errors === 0;
      }
      validate45.evaluated = { "props": { "items": true, "nextCursor": true }, "dynamicProps": false, "dynamicItems": false };
      function validate44(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null;
        let errors = 0;
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
        if (typeof data !== "string") {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "string" }, message: "must be string" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
            errors++;
          }
          if (data.title === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.detail === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" });
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" });
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" });
            errors++;
          }
          if (data.title === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" });
            errors++;
          }
          if (data.status === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" });
            errors++;
          }
          if (data.detail === void 0) {
            (vErrors ??= []).push({ instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" });
            errors++;
          }
          if (data.type !== void 0) {
            let data0 = data.type;
            if (typeof data0 === "string") {
              if (!formats0.test(data0)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.title !== void 0) {
            let data1 = data.title;
            if (typeof data1 === "string") {
              if (func1(data1) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
          if (data.status !== void 0) {
            let data2 = data.status;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" });
              errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 599 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" });
                errors++;
              }
              if (data2 < 400 || isNaN(data2)) {
                (vErrors ??= []).push({ instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" });
                errors++;
              }
            }
          }
          if (data.detail !== void 0) {
            let data3 = data.detail;
            if (typeof data3 === "string") {
              if (func1(data3) < 1) {
                (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" });
                errors++;
              }
            } else {
              (vErrors ??= []).push({ instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" });
              errors++;
            }
          }
        } else {
          (vErrors ??= []).push({ instancePath, keyword: "type", params: { type: "object" }, message: "must be object" });
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
