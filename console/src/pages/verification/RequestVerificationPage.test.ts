import { expect, test } from 'vitest';
import { type Slot, slotErrors } from './RequestVerificationPage.tsx';

const EMPTY: Slot = { name: '', upload: 'empty' };
const FULL: Slot = { name: 'Passport', upload: 'done' };

test.each<[string, Slot[], object[]]>([
  ['nothing', [EMPTY, EMPTY, EMPTY], [{ name: 'verify.nameRequired', file: 'verify.idRequired' }, {}, {}]],
  ['the first', [FULL, EMPTY, EMPTY], [{}, {}, {}]],
  ['a name alone', [FULL, { ...EMPTY, name: 'Licence' }, EMPTY], [{}, { file: 'verify.idRequired' }, {}]],
  ['a file alone', [FULL, EMPTY, { ...FULL, name: ' ' }], [{}, {}, { name: 'verify.nameRequired' }]],
  ['one on its way', [{ ...FULL, upload: 'sending' }, EMPTY, EMPTY], [{ file: 'document.wait' }, {}, {}]],
  ['one that failed', [{ ...FULL, upload: 'failed' }, EMPTY, EMPTY], [{ file: 'verify.idRequired' }, {}, {}]],
])('%s', (_what, slots, errors) => {
  expect(slotErrors(slots)).toEqual(errors);
});
