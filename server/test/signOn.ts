// Single sign-on for tests: two providers, name servers with the test's records, and people who sign in.
import { afterAll } from 'vitest';
import { testApp } from './app.ts';
import { type Browser, openBrowser } from './browser.ts';
import { startNameServer } from './nameServer.ts';
import { CLIENT, startProvider } from './openIdProvider.ts';

export const REDIRECT = 'http://localhost:8080/sso';
export const SSO = '/v1/web/team/single_sign_on';

/** Opens all of it over one application; it is closed after the file's last test. */
export async function openSignOn() {
  const at = await startProvider([REDIRECT]);
  const other = await startProvider([REDIRECT]);
  afterAll(() => {
    at.close();
    other.close();
  });
  const records = new Map<string, string>();
  const names = await startNameServer(
    () => [],
    0,
    (name) => [...(records.has(name) ? [records.get(name)!] : [])],
  );
  const signOn = { nameServers: [names.address], totalMs: 1_500 };
  const t = await testApp({ callbacksAllowPrivate: true }, { signOn });
  const settings = { issuer: at.issuer, ...CLIENT, default_role: 'SENDER' };

  /** Proves a domain by the record that the service requires. */
  async function prove(browser: Browser, domain: string) {
    const { domains } = (await browser.post(`${SSO}/domains`, { domain })).json();
    const { txt_name, txt_value } = domains.find((one: { domain: string }) => one.domain === domain);
    records.set(txt_name, txt_value);
    return browser.post(`${SSO}/domains/${domain}/check`, {});
  }

  /** Goes to the provider as a person and returns. */
  async function start(browser: Browser, email = at.person.email, to = '/logs?page=2') {
    const answer = await browser.post('/v1/web/sso/start', { email, to });
    return answer.statusCode === 200 ? at.visit(answer.json().url) : Promise.reject(new Error(answer.body));
  }

  const finish = (browser: Browser, { search }: URL) =>
    browser.call('POST', '/v1/web/sso/finish', { json: { query: search } });

  async function signOnAs(person: typeof at.person, browser = openBrowser(t.app)) {
    at.person = person;
    const answer = await finish(browser, await start(browser));
    browser.teamId = answer.json().team_id;
    return { browser, answer };
  }

  return { t, at, other, signOn, settings, prove, start, finish, signOnAs };
}
