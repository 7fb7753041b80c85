// In which language people get their mails, and that all say the same.
import { LANGUAGES } from '@godwit/contract/languages';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import {
  mailedToken,
  makeOwner,
  makeSender,
  newestMail,
  newPerson,
  PASSWORD,
  signIn,
  verifyTeam,
} from '../../test/factories.ts';
import { refuseVerification } from '../verification/decide.ts';
import type { Mails, Words } from './letter.ts';
import { MAILS } from './mails.ts';

const t = await testApp();
const NEW = 'Godwits&fly11km';
const link = 'https://sms.example/page?t=1';

describe('the language of a mail', () => {
  it('is what a person registers with, until they choose another one', async () => {
    const person = newPerson({ language: 'si' });
    expect((await openBrowser(t.app).post('/v1/web/register', person)).statusCode).toBe(201);
    const mail = await newestMail(t, person.email);
    const { subject, text } = MAILS.si.activation({ link: mail.link, hours: 24 });
    expect(mail).toMatchObject({ subject, text });

    const token = await mailedToken(t, person.email);
    await openBrowser(t.app).post('/v1/web/activate', { token });
    const own = await signIn(t, person);
    expect((await own.get('/v1/web/profile')).json().language).toBe('si');
    const changed = await own.call('PUT', '/v1/web/profile/language', { form: { language: 'ta' } });
    expect([changed.statusCode, changed.json()]).toEqual([200, {}]);
    expect((await own.get('/v1/web/profile')).json().language).toBe('ta');
    await own.post('/v1/web/profile/password', { current_password: PASSWORD, password: NEW });
    expect((await newestMail(t, person.email)).subject).toBe(MAILS.ta.passwordChanged({ link }).subject);
  });

  it('is none but ours', async () => {
    const { browser } = await makeOwner(t);
    const words = 'language must be en, si or ta';
    const answers = [
      await openBrowser(t.app).post('/v1/web/register', newPerson({ language: 'xx' })),
      await browser.call('PUT', '/v1/web/profile/language', { form: { language: '' } }),
      await browser.call('PUT', '/v1/web/profile/language', { form: {} }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 1002, fields: { language: words } });
    }
    expect((await browser.get('/v1/web/profile')).json().language).toBe('en');
  });

  it('is that of each who gets it, and of the inviter for who has no account', async () => {
    const owner = await makeSender(t, { language: 'si' });
    const guest = await makeOwner(t, { language: 'ta' });
    const stranger = newPerson();
    for (const { email } of [guest.person, stranger])
      await owner.browser.post('/v1/web/team/invitations', { email, role: 'ADMIN' });
    const subjects = () =>
      Promise.all([owner, guest].map(async ({ person }) => (await newestMail(t, person.email)).subject));
    const invited = { inviter: '', team: null, link, days: 7 };
    expect((await newestMail(t, stranger.email)).subject).toBe(MAILS.si.invitation(invited).subject);
    expect((await subjects())[1]).toBe(MAILS.ta.invitation(invited).subject);

    await guest.browser.post('/v1/web/invitation/accept', {
      token: await mailedToken(t, guest.person.email),
    });
    const replaced = await owner.browser.post(`/v1/web/projects/${owner.project.id}/update_keys`, {
      mode: 'TEST',
    });
    expect(replaced.statusCode).toBe(200);
    const ofKey = { project: '', mode: 'TEST' } as const;
    expect(await subjects()).toEqual([
      MAILS.si.keyReplaced(ofKey).subject,
      MAILS.ta.keyReplaced(ofKey).subject,
    ]);

    await verifyTeam(t, owner.teamId);
    await refuseVerification(t.services, { teamId: owner.teamId, reason: 'Blurred' });
    const withdrawn = { reason: '', link };
    expect(await subjects()).toEqual(
      [MAILS.si, MAILS.ta].map((mails) => mails.verificationWithdrawn(withdrawn).subject),
    );
  });
});

describe('mails in all languages', () => {
  const all: [keyof Mails, (mails: Mails) => Words][] = [
    ['activation', (mails) => mails.activation({ link, hours: 24 })],
    ['reset', (mails) => mails.reset({ link, minutes: 30 })],
    ['passwordChanged', (mails) => mails.passwordChanged({ link })],
    ['secondFactor', (mails) => mails.secondFactor({ on: false, link })],
    ['keyReplaced', (mails) => mails.keyReplaced({ project: 'Kade', mode: 'LIVE' })],
    [
      'namedKeyChanged',
      (mails) => mails.namedKeyChanged({ project: 'Kade', key: 'Bank', mode: 'LIVE', change: 'ROTATED' }),
    ],
    ['smppAccountMade', (mails) => mails.smppAccountMade({ project: 'Kade', account: 'Bank', mode: 'LIVE' })],
    [
      'smppAccountRevoked',
      (mails) => mails.smppAccountRevoked({ project: 'Kade', account: 'Bank', mode: 'TEST' }),
    ],
    ['limitChanged', (mails) => mails.limitChanged({ project: 'Kade', limit: '12.50 LKR' })],
    [
      'limitWarning',
      (mails) =>
        mails.limitWarning({
          project: 'Kade',
          percent: 95,
          spent: '9.00 LKR',
          limit: '10.00 LKR',
          day: '2026-11-22',
        }),
    ],
    [
      'signOnChanged',
      (mails) =>
        mails.signOnChanged({ person: 'nimal@example.com', change: { proved: 'kade.example' }, link }),
    ],
    ['domainMissing', (mails) => mails.domainMissing({ domain: 'kade.example', days: 30, link })],
    [
      'joinedBySignOn',
      (mails) => mails.joinedBySignOn({ person: 'nimal@example.com', role: 'SENDER', link }),
    ],
    ['signOnLinked', (mails) => mails.signOnLinked({ provider: 'https://login.example.com', link })],
    ['invitation', (mails) => mails.invitation({ team: null, inviter: 'nimal@example.com', link, days: 7 })],
    ['verified', (mails) => mails.verified({ link })],
    ['verificationRejected', (mails) => mails.verificationRejected({ reason: 'Blurred', link })],
    ['verificationWithdrawn', (mails) => mails.verificationWithdrawn({ reason: 'Blurred', link })],
    ['senderReceived', (mails) => mails.senderReceived({ sender: 'Kade', link })],
    [
      'senderApproved',
      (mails) => {
        const changed = { asked: 'TRANSACTIONAL', approvedFor: 'PROMOTIONAL' } as const;
        const waiting = [
          { country: 'AU', networks: [], otherwise: 'STAMP', turn: 'OWNER' },
          { country: 'LK', networks: ['Dialog', 'Hutch'], otherwise: 'REFUSE', turn: 'US' },
        ] as const;
        return mails.senderApproved({ sender: 'Kade', changed, waiting, link });
      },
    ],
    ['senderRejected', (mails) => mails.senderRejected({ sender: 'Kade', reason: 'Taken', link })],
    [
      'senderRegistered',
      (mails) =>
        mails.senderRegistered({
          ...{
            sender: 'Kade',
            country: 'AU',
            network: null,
            otherwise: 'STAMP',
            until: '2026-12-24',
            isRenewal: false,
            link,
          },
        }),
    ],
    [
      'senderRefused',
      (mails) =>
        mails.senderRefused({
          sender: 'Kade',
          country: 'AU',
          network: null,
          otherwise: 'STAMP',
          reason: 'Taken',
          link,
        }),
    ],
    [
      'senderExpires',
      (mails) =>
        mails.senderExpires({
          sender: 'Kade',
          country: 'AU',
          network: null,
          otherwise: 'STAMP',
          day: '2026-12-24',
          link,
        }),
    ],
    [
      'senderEvidenceEnds',
      (mails) =>
        mails.senderEvidenceEnds({ sender: 'Kade', document: 'Trade mark', day: '2026-12-24', link }),
    ],
    [
      'senderUnregistered',
      (mails) =>
        mails.senderUnregistered({
          sender: 'Kade',
          country: 'AU',
          network: null,
          otherwise: 'STAMP',
          reason: 'Sold',
          link,
        }),
    ],
    ['senderConfirm', (mails) => mails.senderConfirm({ senders: ['Kade', 'Taken'], link })],
    [
      'senderStamped',
      (mails) => {
        const names = [{ sender: 'Kade', country: 'AU', messages: 95, turn: 'NOBODY' }] as const;
        return mails.senderStamped({ day: '2026-12-24', names, link });
      },
    ],
    ['paid', (mails) => mails.paid({ amount: '9.00 LKR', total: '10.00 LKR', link })],
    ['slipRejected', (mails) => mails.slipRejected({ reason: 'Blurred', link })],
    ['refunded', (mails) => mails.refunded({ amount: '9.00 LKR', total: '10.00 LKR', link })],
    ['chargedBack', (mails) => mails.chargedBack({ amount: '10.00 LKR', owed: '9.00 LKR', link })],
    ['lowBalance', (mails) => mails.lowBalance({ balance: '9.00 LKR', below: '10.00 LKR' })],
    ['webhookSet', (mails) => mails.webhookSet({ url: 'https://example.com/', id: 'an-id', mode: 'LIVE' })],
    ['webhookDisabled', (mails) => mails.webhookDisabled({ url: 'https://example.com/', reason: 'GONE' })],
    ['textHeld', (mails) => mails.textHeld({ found: 'bit.ly', link, support: null })],
    ['advertHeld', (mails) => mails.advertHeld({ sender: '"Shop"', link, support: null })],
    ['destinationHeld', (mails) => mails.destinationHeld({ destination: '+960 (MV)', link, support: null })],
  ];

  it('are all looked at here', () => {
    expect(all.map(([name]) => name)).toEqual(Object.keys(MAILS.en));
  });

  it.each(all)('%s says the same names, figures and links', (_name, write) => {
    const english = write(MAILS.en);
    const kept = [
      link,
      'Kade',
      '24',
      '30',
      '95',
      '9.00 LKR',
      '10.00 LKR',
      '12.50 LKR',
      '2026',
      'Blurred',
      'Unverified',
      'Dialog, Hutch',
      'ACMA Assist',
      'Taken',
      'nimal@',
      '+960 (MV)',
    ];
    for (const language of LANGUAGES) {
      const { subject, text, html } = write(MAILS[language]);
      const said = (words: string) => kept.filter((value) => words.includes(value));
      expect([subject, text, html].map(said), language).toEqual(
        [english.subject, english.text, english.html].map(said),
      );
      if (language !== 'en')
        expect([subject === english.subject, text === english.text]).toEqual([false, false]);
    }
  });
});
