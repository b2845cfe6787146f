// Generated from contracts/openapi.yaml and contracts/assumptions.yaml by `npm run generate`.

export const names = {
  "health": {
    "status": "status"
  },
  "pipelineRequest": {
    "steps": "steps"
  },
  "zapQuery": {
    "limit": "limit",
    "cursor": "cursor"
  },
  "zapPage": {
    "items": "items",
    "nextCursor": "nextCursor"
  },
  "zapRequest": {
    "name": "name"
  },
  "auditPage": {
    "items": "items",
    "nextCursor": "nextCursor"
  },
  "commandRequest": {
    "command": "command",
    "args": "args"
  },
  "commandReceipt": {
    "id": "id",
    "command": "command",
    "args": "args",
    "status": "status",
    "acceptedAt": "acceptedAt"
  },
  "pipelineReceipt": {
    "id": "id",
    "status": "status",
    "acceptedAt": "acceptedAt",
    "steps": "steps"
  },
  "stepReceipt": {
    "id": "id",
    "command": "command",
    "args": "args",
    "status": "status"
  },
  "zap": {
    "id": "id",
    "name": "name",
    "createdAt": "createdAt"
  },
  "auditQuery": {
    "action": "action",
    "subjectType": "subjectType",
    "subjectId": "subjectId",
    "from": "from",
    "to": "to",
    "text": "text",
    "limit": "limit",
    "cursor": "cursor"
  },
  "auditRecord": {
    "id": "id",
    "at": "at",
    "action": "action",
    "subject": "subject",
    "detail": "detail"
  },
  "auditSubject": {
    "type": "type",
    "id": "id"
  },
  "auditDetail": {
    "name": "name",
    "command": "command",
    "steps": "steps"
  },
  "problem": {
    "type": "type",
    "title": "title",
    "status": "status",
    "detail": "detail",
    "errors": "errors"
  },
  "bodyError": {
    "pointer": "pointer",
    "detail": "detail"
  },
  "queryError": {
    "parameter": "parameter",
    "detail": "detail"
  }
} as const;

export const constants = {
  "health": {
    "status": "ok"
  },
  "commandReceipt": {
    "status": "accepted"
  },
  "pipelineReceipt": {
    "status": "accepted"
  },
  "stepReceipt": {
    "status": "accepted"
  }
} as const;
