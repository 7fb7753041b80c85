// Calls to sendsms with the answers of smsbox 1.4.5, which sendsms.test.ts compares with an installed one.

/** A call, with the field `username` and `password` before its query or in its headers, and its answer. */
export type SendsmsCase = {
  query?: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  text: string;
};

const TO = 'to=94770000001';
const OK = `from=SANDBOX&${TO}&text=hello`;
const SENT = { status: 202, text: '0: Accepted for delivery' };
const refused = (text: string) => ({ status: 400, text: `${text}, rejected` });
const DENIED = { status: 400, text: 'Number(s) has/have been denied by white- and/or black-lists.' };
const posted = (headers: Record<string, string> = {}, body = 'hello') => ({
  headers: { 'content-type': 'text/plain', 'x-kannel-from': 'SANDBOX', ...headers },
  body,
});
const TO_HEADER = { 'x-kannel-to': '94770000001' };

/** Calls that smsbox and we answer with the same status, content type and octets. */
export const SENDSMS_CASES: readonly SendsmsCase[] = [
  ...[
    OK,
    `${OK}&coding=0&charset=UTF-8`,
    `${OK}&coding=x`,
    `${OK}&coding=-1`,
    `${OK}&mclass=-1&mwi=-1&compress=0`,
    `${OK}&dlr-mask=64`,
    `${OK}&dlr-mask=abc`,
    `${OK}&dlr-mask=3&dlr-url=http%3A%2F%2F127.0.0.1%3A9%2F%3Fd%3D%25d`,
    `${OK}&smsc=any&binfo=any&pid=64&rpi=1&alt-dcs=1&priority=3`,
    `${OK}&account=order-7`,
    `${OK}&validity=60`,
    `${OK}&validity=0`,
    `${OK}&deferred=0`,
    `${OK}&deferred=5`,
    `${OK}&text=twice&from=OTHER`,
    `from=SANDBOX&to=94770000001+94770000002&text=two`,
    `from=SANDBOX&to=94770000001+94770000001&text=once`,
    `from=SANDBOX&to=abc+94770000001&text=the+second`,
    `from=SANDBOX&to=%2B94770000001&text=plus`,
    `from=SANDBOX&${TO}&text=%25zz+%zz`,
    `from=SANDBOX&${TO}&charset=ISO-8859-1&text=caf%E9`,
    `from=SANDBOX&${TO}&coding=2&charset=UTF-16BE&text=%0D%85`,
    `from=SANDBOX&${TO}&coding=2&text=%0D%85`,
    `from=SANDBOX&${TO}&coding=2&charset=UTF-8&text=%E0%B6%85`,
    `from=SANDBOX&${TO}&text=${'long+text+'.repeat(30)}`,
  ].map((query) => ({ query, ...SENT })),
  { query: `from=SANDBOX&text=x`, ...refused('Missing receiver number') },
  { query: `from=SANDBOX&to=&text=x`, ...refused('Empty receiver number not allowed') },
  { query: `${TO}&text=x`, ...refused('Sender missing and no global set') },
  { query: `from=&${TO}&text=x`, ...refused('Sender missing and no global set') },
  { query: `from=SANDBOX&to=abc&text=x`, ...DENIED },
  { query: `from=SANDBOX&to=+&text=x`, ...DENIED },
  { query: `${OK}&coding=3`, ...refused('Coding field misformed') },
  { query: `${OK}&mclass=4`, ...refused('MClass field misformed') },
  { query: `${OK}&mwi=9`, ...refused('MWI field misformed') },
  { query: `${OK}&pid=300`, ...refused('PID field misformed') },
  { query: `${OK}&rpi=5`, ...refused('RPI field misformed') },
  { query: `${OK}&alt-dcs=3`, ...refused('Alt-DCS field misformed') },
  { query: `${OK}&compress=4`, ...refused('Compress field misformed') },
  { query: `${OK}&validity=-5`, ...refused('Validity field misformed') },
  { query: `${OK}&deferred=-5`, ...refused('Deferred field misformed') },
  { query: `${OK}&priority=7`, ...refused('Priority field misformed') },
  { query: `${OK}&udh=%05`, ...refused('UDH field misformed') },
  { query: `${OK}&dlr-url=ftp%3A%2F%2Fexample`, ...refused('DLR-URL field misformed') },
  { query: `${OK}&dlr-url=http`, ...refused('DLR-URL field misformed') },
  { query: `${OK}&charset=nosuch`, ...refused('Charset or body misformed') },
  { query: `${OK}&account=%5Bx%5D`, ...refused('Account field misformed or too long') },
  { query: `${OK}&account=${'x'.repeat(70)}`, ...refused('Account field misformed or too long') },
  { ...posted(TO_HEADER), ...SENT },
  { ...posted({ ...TO_HEADER, 'content-type': 'text/plain; charset=UTF-8' }, 'café'), ...SENT },
  { ...posted(), ...refused('Missing receiver(s) number(s)') },
  {
    ...posted({ ...TO_HEADER, 'content-type': 'application/x-www-form-urlencoded' }, 'text=hello'),
    status: 400,
    text: 'Invalid content-type',
  },
];
