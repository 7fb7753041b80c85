// Reads a call to sendsms, with the checks of smsbox in its order and in its words.
import type { CallbackFormat } from '../../messages/accept/draft.ts';
import type { Fields } from './fields.ts';
import { KANNEL_FORMAT } from './report.ts';

/** A message to several recipients, as sendsms describes it. */
export type Sendsms = {
  recipients: readonly string[];
  from: string;
  text: string;
  account: string | undefined;
  dlrUrl: string | undefined;
  /** How reports of one recipient are called; undefined without a URL or events. */
  formatFor(recipient: string): CallbackFormat | undefined;
  validitySeconds: number | undefined;
  sendAt: string | undefined;
};

/** The text and its charset, if they are not fields: those of a POST. */
export type Posted = { text: Buffer; charset: string | undefined; isBinary: boolean };

/** The most recipients of one call. */
const MOST_RECIPIENTS = 100;
const MOST_ACCOUNT = 64;
const LONGEST_URL = 2_048;
const ACCEPTED_CHARACTERS = /^[0-9+-]+$/;
const EIGHT_BIT = 1;
const UCS2 = 2;
/** Validity of accept: 30 s to a day. Kannel counts it in minutes. */
const VALIDITY = { least: 60, most: 86_400 };

const denied = 'Number(s) has/have been denied by white- and/or black-lists.';
const misformed = (field: string) => `${field} field misformed, rejected`;

/** Reads a call; a string is the text of a refusal (400). */
export function readSendsms(fields: Fields, posted: Posted | null, now: Date): Sendsms | string {
  const text = (name: string) => fields(name)?.toString();
  const to = text('to');
  if (to === undefined)
    return posted ? 'Missing receiver(s) number(s), rejected' : 'Missing receiver number, rejected';
  if (to === '') return 'Empty receiver number not allowed, rejected';
  const udh = fields('udh');
  if (udh?.length && udh.length !== udh[0]! + 1 && !posted) return misformed('UDH');
  // smsbox leaves out numbers with other characters without a word.
  const recipients = [...new Set(to.split(/\s+/).filter((number) => ACCEPTED_CHARACTERS.test(number)))];
  if (recipients.length === 0) return denied;
  if (recipients.length > MOST_RECIPIENTS)
    return `At most ${MOST_RECIPIENTS} numbers are taken in one call, rejected`;
  const from = text('from');
  if (!from) return 'Sender missing and no global set, rejected';
  const account = text('account');
  if (account && (account.length > MOST_ACCOUNT || /[[\]\n\r]/.test(account)))
    return 'Account field misformed or too long, rejected';
  const dlrUrl = text('dlr-url') || text('dlrurl');
  if (dlrUrl && !(/^https?:\/\/./i.test(dlrUrl) && URL.canParse(dlrUrl) && dlrUrl.length <= LONGEST_URL))
    return misformed('DLR-URL');
  const numbers = readNumbers(fields, posted);
  if (typeof numbers === 'string') return numbers;
  if (udh?.length) return 'Parts of long messages (udh) are not taken: send the whole text in one call';
  const content = decodeText(fields, posted, numbers.coding);
  if (content === null) return 'Charset or body misformed, rejected';
  const { mask, validity, deferred } = numbers;
  return {
    ...{ recipients, from, text: content, account: account || undefined },
    dlrUrl: mask ? dlrUrl : undefined,
    formatFor: (recipient) => (dlrUrl && mask ? formatOf(recipient, mask) : undefined),
    validitySeconds:
      validity === undefined ? undefined : Math.max(VALIDITY.least, Math.min(VALIDITY.most, validity * 60)),
    sendAt: deferred
      ? `${new Date(now.getTime() + deferred * 60_000).toISOString().slice(0, 19)}Z`
      : undefined,
  };
}

/** `prefix`: how the caller begins numbers, so reports name them in the same way. */
const formatOf = (recipient: string, mask: number): CallbackFormat => ({
  format: KANNEL_FORMAT,
  options: { mask, prefix: /^\+|^00/.exec(recipient)?.[0] ?? '' },
});

type Numbers = { coding: number | undefined; mask: number; validity?: number; deferred?: number };

/** The fields that are numbers, each in its range; all but four are only checked. */
function readNumbers(fields: Fields, posted: Posted | null): Numbers | string {
  const number = (name: string, other = name): number | undefined => {
    // As sscanf("%d"): the digits that it begins with.
    const digits = /^\s*([+-]?\d{1,9})/.exec((fields(name) ?? fields(other))?.toString() ?? '')?.[1];
    return digits === undefined || digits === '-1' ? undefined : Number(digits);
  };
  const coding = number('coding') ?? (posted?.isBinary ? EIGHT_BIT : undefined);
  const ranges: [field: string, value: number | undefined, most: number][] = [
    // Flash messages and indications of waiting mail: no carrier link can send them.
    ['MClass', number('mclass'), -1],
    ['PID', number('pid'), 255],
    ['RPI', number('rpi'), 2],
    ['Alt-DCS', number('alt-dcs'), 1],
    ['MWI', number('mwi'), -1],
    ['Coding', coding === EIGHT_BIT ? -2 : coding, UCS2],
    ['Compress', number('compress'), 0],
    ['Validity', number('validity'), Number.MAX_SAFE_INTEGER],
    ['Deferred', number('deferred'), Number.MAX_SAFE_INTEGER],
    ['Priority', number('priority'), 3],
  ];
  for (const [field, value, most] of ranges)
    if (value !== undefined && (value < 0 || value > most)) return misformed(field);
  const [validity, deferred] = [number('validity'), number('deferred')];
  return {
    ...{ coding, mask: number('dlr-mask', 'dlrmask') ?? 0 },
    ...(validity !== undefined && { validity }),
    ...(deferred !== undefined && { deferred }),
  };
}

/** The text; null if its octets are none of their charset. Without a charset, coding 2 is UTF-16BE. */
function decodeText(fields: Fields, posted: Posted | null, coding: number | undefined): string | null {
  const octets = posted ? posted.text : (fields('text') ?? Buffer.alloc(0));
  const given = (posted ? posted.charset : fields('charset')?.toString()) || undefined;
  const charset = given ?? (coding === UCS2 ? 'utf-16be' : 'utf-8');
  // Senders of short messages mean the order of the network by these names, unlike browsers.
  const label = /^(?:utf-?16|ucs-?2)$/i.test(charset) ? 'utf-16be' : charset;
  try {
    return new TextDecoder(label, { fatal: true }).decode(octets);
  } catch {
    return null;
  }
}
