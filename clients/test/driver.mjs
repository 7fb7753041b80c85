// Runs the TypeScript client in a process of its own: reads a line of JSON for each call and writes one for
// its outcome.
import { createInterface } from 'node:readline';
import {
  AnswerError,
  ApiError,
  CallbackError,
  ConnectionError,
  Godwit,
  verifyCallback,
} from '@godwit/client';

const TYPES = [
  [ApiError, 'api'],
  [ConnectionError, 'connection'],
  [AnswerError, 'answer'],
  [CallbackError, 'callback'],
  [TypeError, 'argument'],
];

const clients = new Map();

function clientOf(options) {
  const name = JSON.stringify(options);
  if (!clients.has(name)) clients.set(name, new Godwit(options));
  return clients.get(name);
}

/** The names of the methods of a class and of those that it extends. */
const methodsOf = (prototype) =>
  prototype === Object.prototype
    ? []
    : [...Object.getOwnPropertyNames(prototype), ...methodsOf(Object.getPrototypeOf(prototype))];

async function perform({ call, client, args, idempotencyKey }) {
  if (call === 'verify') {
    const { body, now, ...rest } = args[0];
    return verifyCallback({
      ...rest,
      body: Buffer.from(body, 'base64'),
      ...(now && { now: new Date(now * 1000) }),
    });
  }
  if (call === 'methods') return methodsOf(Godwit.prototype);
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  const value = clientOf(client)[call](...args, options);
  if (!value[Symbol.asyncIterator]) return value;
  const rows = [];
  for await (const row of value) rows.push(row);
  return rows;
}

function shown(error) {
  const type = TYPES.find(([kind]) => error instanceof kind)?.[1] ?? error.name;
  const { message, status, code, description, fields, requestId, tries, idempotencyKey } = error;
  const { retryAfterSeconds, timedOut, reason } = error;
  return {
    type,
    message,
    status,
    code,
    description,
    fields,
    requestId,
    tries,
    idempotencyKey,
    retryAfterSeconds,
    timedOut,
    reason,
  };
}

for await (const line of createInterface(process.stdin)) {
  const call = JSON.parse(line);
  // Calls overlap if a test makes several.
  perform(call)
    .then((value) => ({ value }))
    .catch((error) => ({ error: shown(error) }))
    .then((outcome) => console.log(JSON.stringify({ number: call.number, ...outcome })));
}
