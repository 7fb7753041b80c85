// One item of the inbox for a name in a country, whose networks wait one by one.
import type { RegistrationRow } from '@godwit/contract/staff/registrations';
import { expect, it } from 'vitest';
import { byName } from './useInbox.ts';
import { isOpenAt } from './useNext.ts';

const rowOf = (id: string, network: string, changes: Partial<RegistrationRow> = {}): RegistrationRow => ({
  ...{ id, network, sender_id: 'Kade', country: 'LK', state: 'DRAFT', turn: 'US' },
  ...{ expires_at: null, refusal: null, lacks: null, telcos: [], proposed: false },
  ...{ team: { id: 't', name: 'Kade Ltd' }, project: { id: 'p', name: 'Shop' } },
  updated_at: '2026-11-29T09:00:00.000Z',
  ...changes,
});

it('joins the networks of a country, in any case of the name, and no other country, project or name', () => {
  const rows = [
    rowOf('1', 'Mobitel'),
    rowOf('2', 'Dialog', { sender_id: 'KADE' }),
    rowOf('3', '*', { country: 'AU' }),
    rowOf('4', 'Dialog', { project: { id: 'q', name: 'Other' } }),
    rowOf('5', 'Dialog', { sender_id: 'Kade Two' }),
  ];
  const items = byName(rows);
  expect(items.map(({ id, others }) => [id, others])).toEqual([
    ['1', ['2']],
    ...['3', '4', '5'].map((id) => [id, []]),
  ]);
  expect(items[0]).toMatchObject({ first: 'Kade', second: 'Kade Ltd · Sri Lanka (Dialog, Mobitel)' });
  expect(items[1]!.second).toBe('Kade Ltd · Australia');
});

it('is open with any of its registrations, and left once one of them is decided', () => {
  const [item] = byName([rowOf('1', 'Dialog'), rowOf('2', 'Mobitel')]);
  expect(isOpenAt(item!, 'registrations 2')).toBe(true);
  expect(isOpenAt(item!, 'sender_ids 2')).toBe(false);
  const [left] = byName([rowOf('2', 'Mobitel')]);
  expect(isOpenAt(left!, 'registrations 1')).toBe(false);
});
