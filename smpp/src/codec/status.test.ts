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

it("classifies a carrier's own codes as refusals and names them by number", () => {
  expect(classifySubmitStatus(0x40b)).toBe('permanent');
  expect(statusName(0x40b)).toBe('0x0000040B');
});
