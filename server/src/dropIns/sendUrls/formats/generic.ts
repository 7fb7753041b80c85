// Calls of whatever can call a URL: fields of its query, form or JSON, in the text and for the number.
import { answerError } from '../../../http/errors.ts';
import { refuseBroken } from '../../../http/input.ts';
import { refuseField } from '../../../refusal.ts';
import { fieldAt, fillIn } from '../fill.ts';
import type { Format } from './format.ts';

const REPEATED_SECONDS = 30;

export const generic: Format = {
  secretOf: () => null,
  verify: () => null,
  read({ query, body }, { recipientField: field, body: template }) {
    const refusal = refuseBroken(body);
    if (refusal) return refusal;
    const call = { ...query, ...body };
    const to = field === null ? null : fieldAt(call, field);
    if (field !== null && !to)
      return refuseField('invalidArgument', field, `The field ${field} must name the number.`);
    const text = fillIn(template, call);
    return { same: JSON.stringify(call), seconds: REPEATED_SECONDS, to: to ?? null, text };
  },
  answer: (ids) => ({ ids }),
  answerError,
};
