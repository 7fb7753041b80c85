// Calls of the console about messages.

import type { Calls } from '../calls/call.ts';
import { empty, ofProject } from '../common.ts';
import { explanationAnswer } from './explanation.ts';
import {
  consoleListAnswer,
  consoleListQuery,
  consoleSendRequest,
  holdsAnswer,
  messageDetail,
  reportQuery,
  smsObject,
} from './messages.ts';

export const messageCalls = {
  'GET /holds': { answer: holdsAnswer },
  'POST /messages': { body: consoleSendRequest, answer: smsObject },
  'GET /messages': { query: consoleListQuery, answer: consoleListAnswer },
  'GET /messages/:id': { query: ofProject, answer: messageDetail },
  'GET /messages/:id/explanation': { query: ofProject, answer: explanationAnswer },
  /**
   * Sends all status callbacks of a message again, in order, or makes the one that waits for its next attempt
   * due now. 409/1013 if the message has no URL or no status yet.
   */
  'POST /messages/:id/callback_replay': { body: ofProject, answer: empty },
  /** 409/1013 once nothing is left to cancel. */
  'POST /messages/:id/cancel': { body: ofProject, answer: smsObject },
  'GET /messages/report.csv': { query: reportQuery },
  'GET /messages/report.pdf': { query: reportQuery },
} satisfies Calls;
