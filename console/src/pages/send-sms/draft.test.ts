// @vitest-environment jsdom
import { countSegments } from '@godwit/contract/messages/segments';
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/min';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeDraft, storedDraft } from '../../session/drafts.ts';
import { forgetPerson } from '../../session/storage.ts';
import { afterSending, checkDraft, EMPTY_DRAFT, firstDraft, openSlot, type Place } from './draft.ts';
import { readNumbers } from './numbers.ts';

const NOW = new Date('2026-11-20T09:00:00Z');

function check({
  body = 'Hello',
  at = null as string | null,
  sendable = 1,
  from = 'SANDBOX' as string | null,
}) {
  const count = countSegments(body, { promotional: false });
  return checkDraft({ ...EMPTY_DRAFT, body, at }, { sendable, count, from, timezone: 'UTC', now: NOW });
}

describe('what keeps a draft from being sent', () => {
  test('nothing, when all is there', () => {
    expect(check({})).toEqual({});
  });

  test('no good number, no text, no sender', () => {
    expect(check({ body: ' \n', sendable: 0, from: null })).toEqual({
      typed: 'send.numbersRequired',
      body: 'send.contentRequired',
      from: 'send.senderRequired',
    });
  });

  test('more than ten segments', () => {
    expect(check({ body: 'ක'.repeat(700) })).toEqual({});
    expect(check({ body: 'ක'.repeat(701) })).toEqual({ body: 'send.tooLong' });
  });

  test('a time that has passed', () => {
    expect(check({ at: '2026-11-01 12:00:00' })).toEqual({ at: 'send.timePast' });
  });
});

describe('after sending', () => {
  const draft = { typed: ['+94774128830', '077'], body: 'Hello', from: 'LankaRetail', at: null };

  test('what was not sent stays, with its text', () => {
    expect(afterSending(draft, (typed) => typed === '077')).toEqual({ ...draft, typed: ['077'] });
  });

  test('once every number has gone the form is empty, but for the chosen sender', () => {
    expect(afterSending(draft, () => false)).toEqual({ ...EMPTY_DRAFT, from: 'LankaRetail' });
  });
});

test.each(['LK', 'AU'] as const)(
  'the first message of a team in %s goes to a number of the simulator',
  (region) => {
    const { typed, ...rest } = firstDraft(region);
    const [{ key, problem } = { key: '', problem: null }] = readNumbers(typed, parse, region).entries;
    expect(key).toMatch(/^\+(94|61)\d+0001$/);
    expect(problem).toBeNull();
    expect(rest).toEqual({ body: '', from: null, at: null });
  },
);

const PLACE: Place = { personId: 'nadeesha', projectId: 'retail', mode: 'TEST' };
const DRAFT = { typed: ['+94774128830', '077'], body: 'Hello', from: null, at: '2026-11-21 09:00:00' };
const BEGUN = { content: '{}', keys: { '+94774128830': { key: 'key', since: 1 } } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** A tab that is opened beside others: it remembers nothing, and they hear what it has kept. */
function openTab(place: Place = PLACE) {
  sessionStorage.clear();
  const before = new Map(Object.entries({ ...localStorage }) as [string, string][]);
  const slot = openSlot(place);
  const memory = { ...sessionStorage } as Record<string, string>;
  tell(before);
  return { ...slot, memory };
}

/** Tells all tabs what of the storage is new, as a browser tells those in which it was not changed. */
function tell(before: ReadonlyMap<string, string>): void {
  for (const key of new Set([...before.keys(), ...Object.keys({ ...localStorage })])) {
    const newValue = localStorage.getItem(key);
    if (newValue !== before.get(key)) dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }
}

/** The same tab after a reload. */
function reload({ memory }: ReturnType<typeof openTab>) {
  sessionStorage.clear();
  for (const [key, text] of Object.entries(memory)) sessionStorage.setItem(key, text);
  return openSlot(PLACE);
}

describe('a draft', () => {
  test('is kept by person, project and mode, until there is nothing in it', () => {
    openTab().keepDraft(DRAFT);
    expect(openTab().draft).toEqual(DRAFT);
    for (const other of [{ personId: 'anura' }, { projectId: 'stores' }, { mode: 'LIVE' as const }])
      expect(openTab({ ...PLACE, ...other }).draft).toBeNull();
    openTab().keepDraft({ ...EMPTY_DRAFT, from: 'LankaRetail' });
    expect(openTab().draft).toBeNull();
  });

  test.each([
    ['no JSON', 'draft'],
    ['no object', '[]'],
    ['numbers that are none', '{"typed":[1],"body":"","from":null,"at":null}'],
    ['no body', '{"typed":[],"from":null,"at":null}'],
  ])('%s is no draft', (_what, text) => {
    storeDraft('sms_draft.TEST.slot.retail.nadeesha', text);
    expect(openTab().draft).toBeNull();
  });

  test('a time that is none is immediately', () => {
    storeDraft('sms_draft.TEST.slot.retail.nadeesha', JSON.stringify({ ...DRAFT, at: 'soon' }));
    expect(openTab().draft?.at).toBeNull();
  });

  test('keeps with it what was begun and got no answer', () => {
    const tab = openTab();
    tab.keepDraft(DRAFT);
    tab.keepBegun(BEGUN);
    expect(openTab().begun).toEqual(BEGUN);
    openTab().keepBegun(null);
    expect(openTab().begun).toBeNull();
  });
});

describe('two tabs', () => {
  test('that write at once keep both drafts, and what either got no answer to', () => {
    const [one, other] = [openTab(), openTab()];
    one.keepDraft({ ...DRAFT, body: 'One' });
    one.keepBegun(BEGUN);
    other.keepDraft({ ...DRAFT, body: 'Other' });
    other.keepBegun(null);
    expect(reload(one)).toMatchObject({ draft: { body: 'One' }, begun: BEGUN });
    expect(reload(other)).toMatchObject({ draft: { body: 'Other' }, begun: null });
  });

  test('go separate ways after one has taken over what the other had', () => {
    const one = openTab();
    const stop = one.listen();
    one.keepDraft(DRAFT);
    one.keepBegun(BEGUN);
    const other = openTab();
    expect(other).toMatchObject({ draft: DRAFT, begun: BEGUN });
    other.keepDraft({ ...DRAFT, body: 'Other' });
    other.keepBegun(null);
    one.keepDraft({ ...DRAFT, body: 'One' });
    stop();
    expect(reload(other)).toMatchObject({ draft: { body: 'Other' }, begun: null });
    const kept = Object.keys({ ...localStorage }).filter((key) => key.startsWith('sms_draft'));
    expect(kept.map((key) => JSON.parse(localStorage.getItem(key)!).body).sort()).toEqual(['One', 'Other']);
    expect(Object.values({ ...localStorage })).toContain(JSON.stringify(BEGUN));
  });
});

describe('a tab whose draft another has taken over', () => {
  test('keeps no copy of what it only shows: what the other sends does not come back', () => {
    const [one, another] = [openTab(), openTab()];
    const stops = [one.listen(), another.listen()];
    one.keepDraft(DRAFT);
    const other = openTab();
    expect(other.draft).toEqual(DRAFT);
    other.keepDraft(EMPTY_DRAFT);
    for (const stop of stops) stop();
    expect(openTab().draft).toBeNull();
  });

  test('shows what the other has written meanwhile when it is loaded again', () => {
    const one = openTab();
    const stop = one.listen();
    one.keepDraft(DRAFT);
    openTab().keepDraft({ ...DRAFT, body: 'Other' });
    stop();
    expect(reload(one).draft).toMatchObject({ body: 'Other' });
  });
});

test('a person who signs out leaves nothing behind, and takes nothing of another person away', () => {
  const tab = openTab();
  tab.keepDraft(DRAFT);
  tab.keepBegun(BEGUN);
  storeDraft('campaign_draft.new.slot.retail.nadeesha', 'text');
  storeDraft('own_number.nadeesha', '+94771234567');
  storeDraft('own_number.anura', '+94777654321');
  openTab({ ...PLACE, personId: 'anura' }).keepDraft(DRAFT);
  localStorage.setItem('team', '{}');
  forgetPerson('nadeesha');
  expect(Object.keys({ ...localStorage }).filter((key) => key.endsWith('.nadeesha'))).toEqual([]);
  expect(openTab({ ...PLACE, personId: 'anura' }).draft).toEqual(DRAFT);
  expect(storedDraft('own_number.anura')).toBe('+94777654321');
  expect(localStorage.getItem('team')).toBe('{}');
});
