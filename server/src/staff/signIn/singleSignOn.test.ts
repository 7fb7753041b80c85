// Staff who sign in at the operator's provider.
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { CLIENT, startProvider } from '../../../test/openIdProvider.ts';
import { auditOf, newStaff, openStaffBrowser } from '../../../test/staff.ts';

const at = await startProvider(['http://localhost:8080/staff/sso']);
afterAll(() => at.close());
const t = await testApp({
  oidcStaffIssuer: at.issuer,
  oidcStaffClientId: CLIENT.client_id,
  oidcStaffClientSecret: CLIENT.client_secret,
  oidcStaffAcr: ['two'],
});

describe('staff', () => {
  async function staffSignOn(person: typeof at.person) {
    at.person = person;
    const browser = openStaffBrowser(t);
    const { url } = (await browser.post('/v1/staff/sso/start', {})).json();
    const { search } = await at.visit(url);
    const answer = await browser.call('POST', '/v1/staff/sso/finish', { json: { query: search } });
    return { browser, answer };
  }

  it('sign in when the provider asked for a second factor, and give a code of ours when it did not', async () => {
    const { email } = await newStaff(t);
    const { browser, answer } = await staffSignOn({ sub: 'staff one', email, acr: 'two' });
    expect(answer.json()).toEqual({ next: 'NONE' });
    expect((await browser.get('/v1/staff/session')).json()).toMatchObject({
      staff: { email, role: 'ADMIN' },
    });
    expect(await auditOf(t, 'SIGN_IN')).toContainEqual(
      expect.objectContaining({ detail: { by: at.issuer } }),
    );

    const second = await newStaff(t);
    const half = await staffSignOn({ sub: 'staff two', email: second.email });
    expect(half.answer.json()).toEqual({ next: 'CHANGE_PASSWORD' });
    expect((await half.browser.get('/v1/staff/counts')).statusCode).toBe(401);
  });

  it('are those that the command line made, as verified and the same at the provider', async () => {
    const { email } = await newStaff(t);
    const strangers = [
      { sub: 'x', email: 'nobody@staff.example', acr: 'two' },
      { sub: 'y', email, email_verified: false, acr: 'two' },
    ];
    for (const person of strangers)
      expect((await staffSignOn(person)).answer.json()).toMatchObject({ code: 1012 });
    expect((await staffSignOn({ sub: 'y', email, acr: 'two' })).answer.statusCode).toBe(200);
    expect((await staffSignOn({ sub: 'z', email, acr: 'two' })).answer.json()).toMatchObject({ code: 1012 });
    expect((await openStaffBrowser(t).get('/v1/staff/sign_in')).json()).toEqual({ single_sign_on: true });
  });
});
