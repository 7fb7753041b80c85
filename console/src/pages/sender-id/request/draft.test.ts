// The stored draft of a request for a sender id.
import type { SenderIdRequest } from '@godwit/contract/senders';
import { describe, expect, it } from 'vitest';
import { emptyValues, NO_DETAILS, NO_FILES, parseDraft, startOf } from './draft.ts';

const NOW = Date.parse('2026-11-29T09:00:00Z');
const values = { ...emptyValues('LK'), sender_id: 'Lanka Shop', legal_name: 'Lanka Shop Ltd' };
const file = (until: number) => ({ id: 'a-file', name: 'deed.png', size: 70, until });

describe('a stored draft', () => {
  it('comes back with its documents', () => {
    const draft = { values, files: [file(NOW + 1), null, null] };
    expect(parseDraft(JSON.stringify({ ...draft, writtenAt: 1 }), NOW)).toEqual(draft);
  });

  it('comes back without details from a version that asked for none', () => {
    const { contact_name, owner_kind, ...older } = values;
    expect(parseDraft(JSON.stringify({ values: older, files: [] }), NOW)?.values).toEqual(values);
  });

  it('loses documents that the server has removed', () => {
    const draft = { values, files: [file(NOW), { id: 7 }, 'x'] };
    expect(parseDraft(JSON.stringify(draft), NOW)).toEqual({ values, files: NO_FILES });
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no values', '{}'],
    ['a missing field', JSON.stringify({ values: { ...values, sample: undefined } })],
    ['an unknown class', JSON.stringify({ values: { ...values, class: 'OTP' } })],
    ['countries that are no list', JSON.stringify({ values: { ...values, countries: 'LK' } })],
  ])('is ignored if it has %s', (_what, stored) => {
    expect(parseDraft(stored, NOW)).toBeNull();
  });
});

describe('a new request', () => {
  it('asks for an ABN at once in Australia only', () => {
    expect([emptyValues('AU').owner_scheme, emptyValues('LK').owner_scheme]).toEqual(['ABN', '']);
  });

  it('begins with the answers of one that was rejected or withdrawn, and not of an approved one', () => {
    const owner: SenderIdRequest['owner'] = {
      scheme: 'ABN',
      basis: 'TRADE_MARK',
      ...{ legal_name: 'Kade Beds Pty Ltd', number: '51824753556', for_client: true, checked_at: null },
    };
    const details = { ...NO_DETAILS, owner_country: 'AU', contact_name: 'Sita Perera' };
    const request: SenderIdRequest = {
      id: 'r',
      sender_id: 'Kade Beds',
      class: 'SERVICE',
      ...{ is_promotional: false, description: 'Beds', sample: 'Kade Beds: ready' },
      ...{ countries: ['AU'], legal_name: 'Kade Beds Pty Ltd', owner, owner_details: details },
      consent_document: null,
      status: 'REJECTED',
      ...{ reason: 'Blurred', created_at: '', decided_at: null, documents: [] },
    };
    const filled = {
      ...{ for_client: true, legal_name: 'Kade Beds Pty Ltd', countries: ['AU'], owner_scheme: 'ABN' },
      ...{ owner_number: '51824753556', sender_id: 'Kade Beds', class: 'SERVICE', description: 'Beds' },
      ...{ sample: 'Kade Beds: ready', name_basis: 'TRADE_MARK' },
      ...details,
    };
    expect(startOf(request, 'LK')).toEqual(filled);
    expect(startOf({ ...request, status: 'WITHDRAWN' }, 'LK')).toEqual(filled);
    for (const previous of [null, { ...request, status: 'APPROVED' } as const])
      expect(startOf(previous, 'LK')).toEqual(emptyValues('LK'));
  });
});
