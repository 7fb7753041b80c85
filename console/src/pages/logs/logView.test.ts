// Which columns a stored view shows.
import { expect, it } from 'vitest';
import { parseLogView } from './logView.ts';

it.each([
  ['nothing was chosen', null, ['api', 'from', 'text']],
  ['everything was hidden', '', []],
  ['some are shown, and rows are low', 'segments,id,compact', ['id', 'segments', 'compact']],
  ['another version stored a column that is gone', 'carrier,text', ['text']],
])('%s', (_what, stored, shown) => {
  expect(parseLogView(stored)).toEqual(shown);
});
