import { expect, test } from 'vitest';
import { type Slot, slotErrors } from './RequestVerificationPage.tsx';

const EMPTY: Slot = { name: '', upload: 'empty' };
const FULL: Slot = { name: 'Passport', upload: 'done' };

test.each<[string, Slot[], object[]]>([
  [
    'no document',
    [EMPTY, EMPTY, EMPTY],
    [{ name: 'verify.nameRequired', file: 'verify.idRequired' }, {}, {}],
  ],
  ['the first document', [FULL, EMPTY, EMPTY], [{}, {}, {}]],
  ['a name alone', [FULL, { ...EMPTY, name: 'Licence' }, EMPTY], [{}, { file: 'verify.idRequired' }, {}]],
  ['a file alone', [FULL, EMPTY, { ...FULL, name: ' ' }], [{}, {}, { name: 'verify.nameRequired' }]],
  [
    'an upload in progress',
    [{ ...FULL, upload: 'sending' }, EMPTY, EMPTY],
    [{ file: 'document.wait' }, {}, {}],
  ],
  ['a failed upload', [{ ...FULL, upload: 'failed' }, EMPTY, EMPTY], [{ file: 'verify.idRequired' }, {}, {}]],
])('%s', (_case, slots, errors) => {
  expect(slotErrors(slots)).toEqual(errors);
});
