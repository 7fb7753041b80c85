// Tests the requests that the callback log sends to the server.
import { expect, it } from 'vitest';
import { parseCallbackState, toAttemptsFilter } from './CallbacksPage.tsx';

it('filters by whole days in the time zone of the project, across a clock change', () => {
  const query = 'from=2026-03-08&to=2026-03-08&status=SENT&outcome=NONE&q=%20077%20&page=3';
  const state = parseCallbackState(new URLSearchParams(query));
  expect(toAttemptsFilter(state, 'LIVE', 'America/New_York')).toEqual({
    mode: 'LIVE',
    from: '2026-03-08T05:00:00.000Z',
    to: '2026-03-09T04:00:00.000Z',
    status: 'SENT',
    outcome: undefined,
    q: '077',
    page_num: 2,
    page_size: 25,
  });
});
