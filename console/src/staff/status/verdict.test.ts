// The verdict names what is wrong, the worst first.
import type { StatusFigures } from '@godwit/contract/staff/status';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../text/message.ts';
import type { Translate } from '../../text/useText.ts';
import { staffCarriers } from '../carriersText.ts';
import { staffStatus } from '../statusText.ts';
import { verdictOf } from './verdict.ts';

const texts: Record<string, string> = { ...staffCarriers, ...staffStatus };
const plain = (...[id, values]: Parameters<Translate>) => formatMessage(texts[id]!, 'en', values).join('');
const t: Translate = Object.assign(plain, { rich: plain as Translate['rich'] });
const LINK: StatusFigures['links'][number] = {
  link: 'dialog',
  mode: 'LIVE',
  paused: false,
  health: 'OPEN',
  sessions: 2,
  bound_sessions: 2,
  window: 10,
  in_flight: 0,
  rate: 0,
  failed: 0,
};
const GOOD: StatusFigures = {
  accept: { rate: 0, refused_rate: 0, p95_ms: null },
  processes: [],
  lanes: [{ mode: 'LIVE', lane: 'API', waiting: 0, due: 0, oldest_seconds: 0 }],
  groups: [],
  teams: [],
  links: [LINK],
  receipts: { due: 0, oldest_seconds: 0, unmatched: 0, set_aside: 0 },
  callbacks: { waiting: 0, due: 0, oldest_seconds: 0 },
  mails: { waiting: 0, retried: 0, due: 0, oldest_seconds: 0 },
  holds: { destinations: 0, oldest_seconds: 0 },
};
const of = (figures: Partial<StatusFigures>, { work = 0, differences = 0 } = {}) =>
  verdictOf({ figures: { ...GOOD, ...figures }, ledger: { at: '', differences }, work }, t);

describe('the verdict', () => {
  it('is one sentence while all is well', () => {
    expect(of({})).toEqual({
      tone: 'success',
      sentences: [{ text: 'All links are open, the queue is empty, nothing waits for staff.' }],
    });
    expect(
      of({ lanes: [{ ...GOOD.lanes[0]!, waiting: 3, oldest_seconds: 2 }] }, { work: 1 }).sentences,
    ).toEqual([
      {
        text: 'All links are open, 3 messages are in the queue, 1 case waits for staff.',
        action: { label: 'Open inbox', to: '/staff/inbox' },
      },
    ]);
  });

  it('names what is wrong, the worst first, and the work last', () => {
    const { tone, sentences } = of(
      {
        links: [
          { ...LINK, paused: true, link: 'hutch' },
          { ...LINK, bound_sessions: 0 },
        ],
        lanes: [{ ...GOOD.lanes[0]!, waiting: 3, oldest_seconds: 200 }],
        mails: { ...GOOD.mails, retried: 2 },
      },
      { work: 4, differences: 1 },
    );
    expect(tone).toBe('danger');
    expect(sentences.map(({ text, action }) => [text, action?.to])).toEqual([
      ['The ledger has 1 difference.', undefined],
      ['dialog is down.', '/staff/carriers/dialog'],
      ['A message has waited for 3 min 20 s.', '/staff/carriers'],
      ['hutch is paused.', '/staff/carriers/hutch'],
      ['The mail server refused 2 mails, which are tried again.', undefined],
      ['4 cases wait for staff.', '/staff/inbox'],
    ]);
  });

  it('warns of what loses no message', () => {
    const { tone, sentences } = of({
      links: [{ ...LINK, health: 'PROBING', balance_low: true }],
      receipts: { ...GOOD.receipts, dropped: 8 },
    });
    expect(tone).toBe('warning');
    expect(sentences.map(({ text }) => text)).toEqual([
      'dialog takes fewer messages than usual.',
      'The balance of dialog is low.',
      '8 receipts without a message were dropped.',
    ]);
  });
});
