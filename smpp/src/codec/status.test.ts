// How submit statuses are classified and named.
import { expect, it } from 'vitest';
import { classifySubmitStatus, commandStatus, type SubmitClass, statusName } from './status.ts';

it.each<[keyof typeof commandStatus, SubmitClass]>([
  ['ESME_ROK', 'ok'],
  ['ESME_RTHROTTLED', 'throttled'],
  ['ESME_RMSGQFUL', 'queueFull'],
  ['ESME_RSYSERR', 'temporary'],
  ['ESME_RX_T_APPN', 'temporary'],
  ['ESME_RINVBNDSTS', 'bindLost'],
  ['ESME_RINVDSTADR', 'permanent'],
  ['ESME_RINVSRCADR', 'permanent'],
  ['ESME_RSUBMITFAIL', 'permanent'],
  ['ESME_RINVMSGLEN', 'permanent'],
])('%s is %s', (name, expected) => {
  expect(classifySubmitStatus(commandStatus[name])).toBe(expected);
  expect(statusName(commandStatus[name])).toBe(name);
});

it.each([
  [0x40b, '0x0000040B'],
  [0x59, '0x00000059'],
  [0xffff_ffff, '0xFFFFFFFF'],
])(
  "classifies %i, which SMPP 3.4 does not define, as the carrier's own, and names it by number",
  (status, name) => {
    expect(classifySubmitStatus(status)).toBe('own');
    expect(statusName(status)).toBe(name);
  },
);
