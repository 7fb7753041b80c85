// Calls of the console about messages.

import { replayMessageRequest } from '../callbackLog.ts';
import type { Calls } from '../calls/call.ts';
import { cancelRequest } from '../campaigns/campaigns.ts';
import { empty } from '../common.ts';
import { explanationAnswer, explanationQuery } from '../messages/explanation.ts';
import {
  consoleListAnswer,
  consoleListQuery,
  consoleSendRequest,
  holdsAnswer,
  messageDetail,
  reportQuery,
  smsObject,
} from '../messages/messages.ts';

export const messageCalls = {
  'GET /holds': { answer: holdsAnswer },
  'POST /messages': { body: consoleSendRequest, answer: smsObject },
  'GET /messages': { query: consoleListQuery, answer: consoleListAnswer },
  'GET /messages/:id': { query: explanationQuery, answer: messageDetail },
  'GET /messages/:id/explanation': { query: explanationQuery, answer: explanationAnswer },
  'POST /messages/:id/callback_replay': { body: replayMessageRequest, answer: empty },
  'POST /messages/:id/cancel': { body: cancelRequest, answer: smsObject },
  'GET /messages/report.csv': { query: reportQuery },
  'GET /messages/report.pdf': { query: reportQuery },
} satisfies Calls;
