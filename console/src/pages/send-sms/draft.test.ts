// @vitest-environment jsdom
import { countSegments } from '@godwit/contract/messages/segments';
import parsePhoneNumber from 'libphonenumber-js/min';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeDraft, storedDraft } from '../../session/drafts.ts';
import { forgetPerson } from '../../session/storage.ts';
import { afterSending, checkDraft, type DraftOwner, EMPTY_DRAFT, firstDraft, openSlot } from './draft.ts';
import { readEntries } from './numbers.ts';

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

describe('a draft cannot be sent because of', () => {
  test('nothing if it is complete', () => {
    expect(check({})).toEqual({});
  });

  test('a missing valid number, text and sender', () => {
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
  const draft = { ...EMPTY_DRAFT, typed: ['+94774128830', '077'], body: 'Hello', from: 'LankaRetail' };

  test('unsent numbers stay, with the text', () => {
    expect(afterSending(draft, (typed) => typed === '077')).toEqual({ ...draft, typed: ['077'] });
  });

  test('the form is empty once all numbers are sent, except for the chosen sender', () => {
    expect(afterSending(draft, () => false)).toEqual({ ...EMPTY_DRAFT, from: 'LankaRetail' });
  });
});

test.each(['LK', 'AU'] as const)(
  'the first message of a team in %s goes to a number that the simulator delivers to',
  (region) => {
    const { typed, ...rest } = firstDraft(region);
    const [{ key, problem } = { key: '', problem: null }] = readEntries(typed, parsePhoneNumber, {
      home: region,
      withoutNames: [],
    }).entries;
    expect(key).toMatch(/^\+(94|61)\d+0001$/);
    expect(problem).toBeNull();
    expect({ ...rest, typed: [] }).toEqual(EMPTY_DRAFT);
  },
);

const OWNER: DraftOwner = { personId: 'nadeesha', projectId: 'retail', mode: 'TEST' };
const DRAFT = {
  ...EMPTY_DRAFT,
  ...{ typed: ['+94774128830', '077'], body: 'Hello', at: '2026-11-21 09:00:00', toLandlines: true },
};
const UNANSWERED = { content: '{}', keys: { '+94774128830': { key: 'key', since: 1 } } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens another tab, which has no session storage, and dispatches its changes to the open tabs. */
function openTab(owner: DraftOwner = OWNER) {
  sessionStorage.clear();
  const before = new Map(Object.entries({ ...localStorage }) as [string, string][]);
  const slot = openSlot(owner);
  const memory = { ...sessionStorage } as Record<string, string>;
  dispatchChanges(before);
  return { ...slot, memory };
}

/** Dispatches the changes of the storage to all tabs. A browser does this for the other tabs. */
function dispatchChanges(before: ReadonlyMap<string, string>): void {
  for (const key of new Set([...before.keys(), ...Object.keys({ ...localStorage })])) {
    const newValue = localStorage.getItem(key);
    if (newValue !== before.get(key)) dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }
}

/** Reloads a tab: its session storage stays. */
function reload({ memory }: ReturnType<typeof openTab>) {
  sessionStorage.clear();
  for (const [key, text] of Object.entries(memory)) sessionStorage.setItem(key, text);
  return openSlot(OWNER);
}

describe('a draft', () => {
  test('is stored by person, project and mode until it is empty', () => {
    openTab().keepDraft(DRAFT);
    expect(openTab().draft).toEqual(DRAFT);
    for (const other of [{ personId: 'anura' }, { projectId: 'stores' }, { mode: 'LIVE' as const }])
      expect(openTab({ ...OWNER, ...other }).draft).toBeNull();
    openTab().keepDraft({ ...EMPTY_DRAFT, from: 'LankaRetail' });
    expect(openTab().draft).toBeNull();
  });

  test.each([
    ['text that is not JSON', 'draft'],
    ['an array', '[]'],
    ['a draft with invalid numbers', '{"typed":[1],"body":"","from":null,"at":null}'],
    ['a draft without a body', '{"typed":[],"from":null,"at":null}'],
  ])('%s is ignored', (_name, text) => {
    storeDraft('sms_draft.TEST.slot.retail.nadeesha', text);
    expect(openTab().draft).toBeNull();
  });

  test('an invalid time is replaced by immediate sending', () => {
    storeDraft('sms_draft.TEST.slot.retail.nadeesha', JSON.stringify({ ...DRAFT, at: 'soon' }));
    expect(openTab().draft?.at).toBeNull();
  });

  test('is stored with the requests that have no response', () => {
    const tab = openTab();
    tab.keepDraft(DRAFT);
    tab.keepUnanswered(UNANSWERED);
    expect(openTab().unanswered).toEqual(UNANSWERED);
    openTab().keepUnanswered(null);
    expect(openTab().unanswered).toBeNull();
  });
});

describe('two tabs', () => {
  test('keep separate drafts and unanswered requests if both write', () => {
    const [one, other] = [openTab(), openTab()];
    one.keepDraft({ ...DRAFT, body: 'One' });
    one.keepUnanswered(UNANSWERED);
    other.keepDraft({ ...DRAFT, body: 'Other' });
    other.keepUnanswered(null);
    expect(reload(one)).toMatchObject({ draft: { body: 'One' }, unanswered: UNANSWERED });
    expect(reload(other)).toMatchObject({ draft: { body: 'Other' }, unanswered: null });
  });

  test('use separate slots after one has taken over the draft of the other', () => {
    const one = openTab();
    const stop = one.listen();
    one.keepDraft(DRAFT);
    one.keepUnanswered(UNANSWERED);
    const other = openTab();
    expect(other).toMatchObject({ draft: DRAFT, unanswered: UNANSWERED });
    other.keepDraft({ ...DRAFT, body: 'Other' });
    other.keepUnanswered(null);
    one.keepDraft({ ...DRAFT, body: 'One' });
    stop();
    expect(reload(other)).toMatchObject({ draft: { body: 'Other' }, unanswered: null });
    const kept = Object.keys({ ...localStorage }).filter((key) => key.startsWith('sms_draft'));
    expect(kept.map((key) => JSON.parse(localStorage.getItem(key)!).body).sort()).toEqual(['One', 'Other']);
    expect(Object.values({ ...localStorage })).toContain(JSON.stringify(UNANSWERED));
  });
});

describe('a tab whose draft another tab has taken over', () => {
  test('stores no copy of a draft it only shows, so a draft that the other tab sends does not come back', () => {
    const [one, another] = [openTab(), openTab()];
    const stops = [one.listen(), another.listen()];
    one.keepDraft(DRAFT);
    const other = openTab();
    expect(other.draft).toEqual(DRAFT);
    other.keepDraft(EMPTY_DRAFT);
    for (const stop of stops) stop();
    expect(openTab().draft).toBeNull();
  });

  test('shows the changes of the other tab after a reload', () => {
    const one = openTab();
    const stop = one.listen();
    one.keepDraft(DRAFT);
    openTab().keepDraft({ ...DRAFT, body: 'Other' });
    stop();
    expect(reload(one).draft).toMatchObject({ body: 'Other' });
  });
});

test('signing out deletes the drafts of that person only', () => {
  const tab = openTab();
  tab.keepDraft(DRAFT);
  tab.keepUnanswered(UNANSWERED);
  storeDraft('campaign_draft.new.slot.retail.nadeesha', 'text');
  storeDraft('own_number.nadeesha', '+94771234567');
  storeDraft('own_number.anura', '+94777654321');
  openTab({ ...OWNER, personId: 'anura' }).keepDraft(DRAFT);
  localStorage.setItem('team', '{}');
  forgetPerson('nadeesha');
  expect(Object.keys({ ...localStorage }).filter((key) => key.endsWith('.nadeesha'))).toEqual([]);
  expect(openTab({ ...OWNER, personId: 'anura' }).draft).toEqual(DRAFT);
  expect(storedDraft('own_number.anura')).toBe('+94777654321');
  expect(localStorage.getItem('team')).toBe('{}');
});
