// Notifications of Grafana, which may be signed: HMAC-SHA256 of the body, or of the time and the body.
import { createHmac } from 'node:crypto';
import { answerLater, readAlerts } from './alerts.ts';
import { type Format, headerOf, isRecent, isSame, UNSIGNED } from './format.ts';

const SIGNATURE = 'x-grafana-alerting-signature';
const TIME = 'x-grafana-alerting-timestamp';

export const grafana: Format = {
  // Grafana takes the secret as text.
  secretOf: (key) => key.toString('base64url'),
  verify({ headers, text }, keys, { signed }) {
    const given = headerOf(headers, SIGNATURE);
    if (given === '' && !signed) return null;
    const time = headerOf(headers, TIME);
    if (time !== '' && !isRecent(time)) return UNSIGNED;
    const content = time === '' ? text : `${time}:${text}`;
    const isRight = keys.some((key) => {
      const right = createHmac('sha256', grafana.secretOf(key)!).update(content).digest();
      return isSame(Buffer.from(given, 'hex'), right);
    });
    return isRight ? null : UNSIGNED;
  },
  read: readAlerts,
  answer: (ids) => ({ ids }),
  answerError: answerLater,
};
