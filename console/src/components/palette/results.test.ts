// Texts typed into the search, and the pages that they find.
import { describe, expect, it } from 'vitest';
import { lists } from '../../text/lists/en.ts';
import { logs } from '../../text/logs/en.ts';
import { newCampaign } from '../../text/newCampaign/en.ts';
import { palette } from '../../text/palette/en.ts';
import { profile } from '../../text/profile/en.ts';
import { quietHours } from '../../text/quietHours/en.ts';
import { senderId } from '../../text/senderId/en.ts';
import { settings } from '../../text/settings/en.ts';
import { shared } from '../../text/shared/en.ts';
import { shell } from '../../text/shell/en.ts';
import { verification } from '../../text/verification/en.ts';
import { messageIdIn, numberIn } from './actions.ts';
import { findNamed } from './find.ts';
import { mayBeMessage } from './results.ts';

const page = (to: string, searchWords: string) => {
  const [name = '', ...others] = searchWords.split(', ');
  return { to, name, others };
};
const PAGES = [
  page('/logs', palette['palette.logs']),
  page('/campaigns', palette['palette.campaignsPage']),
  page('/new-campaign', palette['palette.newCampaign']),
  page('/opt-outs', palette['palette.optOuts']),
  page('/settings', palette['palette.settings']),
];
const found = (typed: string) => findNamed(PAGES, typed).map(({ to }) => to);

describe('pages', () => {
  it.each([
    ['sms', ['/logs']],
    ['LOGS sm', ['/logs']],
    ['  history ', ['/logs']],
    ['camp', ['/campaigns', '/new-campaign']],
    ['new c', ['/new-campaign']],
    ['opt out', ['/opt-outs']],
    ['opt-o', ['/opt-outs']],
    ['over', ['/settings']],
    ['gs', []],
    ['logs nowhere', []],
  ])('%j finds %j', (typed, pages) => {
    expect(found(typed)).toEqual(pages);
  });

  it('found by name come before those found by other words', () => {
    expect(found('s')).toEqual(['/logs', '/settings', '/new-campaign', '/opt-outs']);
  });

  it('are all listed for an empty text, and at most a few for others', () => {
    expect(found(' ')).toHaveLength(PAGES.length);
    expect(findNamed([...PAGES, ...PAGES], 's')).toHaveLength(5);
  });

  it('are named like their titles', () => {
    const titles = {
      'palette.home': lists['nav.home'],
      'palette.logs': logs['logs.title'],
      'palette.sendSms': shared['action.sendSms'],
      'palette.campaignsPage': lists['nav.campaigns'],
      'palette.newCampaign': newCampaign['campaigns.new'],
      'palette.contactsPage': lists['nav.contacts'],
      'palette.optOuts': lists['nav.optOuts'],
      'palette.settings': lists['nav.settings'],
      'palette.usageLimits': settings['settings.usageLimits'],
      'palette.geoPermissions': settings['settings.geoPermissions'],
      'palette.incoming': settings['settings.incoming'],
      'palette.callbacks': settings['settings.callbacks'],
      'palette.apiKeys': settings['settings.keys'],
      'palette.smpp': settings['settings.smpp'],
      'palette.webhooks': settings['settings.webhooks'],
      'palette.sendUrls': settings['settings.sendUrls'],
      'palette.codes': settings['settings.codes'],
      'palette.dropIns': settings['settings.dropIns'],
      'palette.senderId': senderId['sender.title'],
      'palette.profile': profile['profile.title'],
      'palette.team': lists['field.team'],
      'palette.billing': lists['nav.billing'],
      'palette.verify': verification['verify.title'],
      'palette.projectName': shell['project.name'],
      'palette.keys': settings['settings.keys'],
      'palette.timezone': settings['settings.timezone'],
      'palette.quietHours': quietHours['settings.quiet'],
      'palette.callbackSecret': settings['settings.callbackSecret'],
      'palette.archive': settings['settings.archive'],
    } as const;
    for (const [id, title] of Object.entries(titles))
      expect(palette[id as keyof typeof titles].split(', ')[0]).toBe(title);
  });
});

describe('a message', () => {
  it.each([
    '0771',
    '077 123 0001',
    '+94 77-123',
    '(0094) 77',
    '019aa0b4-7c1e-7d20-9b55-e41d0a3f9c21',
    '019aa0b4…3f9c21',
    '019AA0B4 ... 3F9C21',
    '3f9c21',
  ])('may match %s', (text) => expect(mayBeMessage(text)).toBe(true));

  it.each(['', '077', '+94', 'Nimal', 'cafe', 'Sale 2026', '12 Main Street', '----'])(
    'does not match %j',
    (text) => expect(mayBeMessage(text)).toBe(false),
  );
});

describe('actions', () => {
  it.each([
    ['send to +94 77 412 8831', '+94 77 412 8831'],
    ['077 412 8831', '077 412 8831'],
    ['அனுப்பவும் +94774128831', '+94774128831'],
    ['077 12', null],
    ['order 0774128831 today', null],
    ['kumari', null],
  ])('the number in %j is %j', (typed, number) => {
    expect(numberIn(typed)).toBe(number);
  });

  it('an id after words opens its message; an id alone is searched for', () => {
    const id = '019aa0b4-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
    expect(messageIdIn(`open message ${id.toUpperCase()}`)).toBe(id);
    expect(messageIdIn(id)).toBeNull();
    expect(messageIdIn('open message 019aa0b4')).toBeNull();
  });
});
