import { ERRORS } from '@godwit/contract/errors';
import { CONTINENTS, type Country, continentsAnswer } from '@godwit/contract/numbers/countries';
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { MAILS } from '../mail/mails.ts';
import { parseRecipient } from '../phoneNumbers.ts';

const t = await testApp();
const countries: Country[] = CONTINENTS.flatMap((continent) => continent.countries);

describe('the countries', () => {
  it('need no session, and are ordered by continent', async () => {
    const answer = await t.app.inject('/v1/web/generic/regions');
    const continents = continentsAnswer.parse(answer.json());
    expect(continents.map(({ name }) => name)).toEqual([
      'Africa',
      'Asia',
      'Europe',
      'North America',
      'Oceania',
      'South America',
    ]);
    const asia = continents.find(({ name }) => name === 'Asia')!;
    expect(asia.countries).toContainEqual({ name: 'Sri Lanka', dialCode: '94', iso2: 'LK' });
  });

  it('are all that numbers are given out in, each in one continent', () => {
    expect([...new Set(countries.map(({ iso2 }) => iso2))].sort()).toEqual([...getCountries()].sort());
    for (const { name, iso2 } of countries) {
      const homes = CONTINENTS.filter((continent) => continent.countries.some((one) => one.iso2 === iso2));
      expect(homes, name).toHaveLength(1);
    }
  });

  it('are there once for each of their dial codes', () => {
    const rows = countries.map(({ iso2, dialCode }) => `${iso2} ${dialCode}`);
    expect(new Set(rows).size).toBe(rows.length);
    const codesOf = (code: string) =>
      countries.filter(({ iso2 }) => iso2 === code).map((one) => one.dialCode);
    expect(codesOf('JM')).toEqual(['1658', '1876']);
    expect(codesOf('DO')).toEqual(['1809', '1829', '1849']);
    for (const { iso2, dialCode } of countries) {
      const callingCode = getCountryCallingCode(iso2 as 'LK');
      expect(dialCode, iso2).toMatch(
        callingCode === '1' && iso2 !== 'US' && iso2 !== 'CA' ? /^1\d{3}$/ : new RegExp(`^${callingCode}$`),
      );
    }
  });

  it('are in alphabetical order', () => {
    for (const { name, countries: list } of CONTINENTS) {
      const names = list.map((country) => country.name);
      expect(names, name).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    }
  });

  it('have the dial codes that blocks are checked against', () => {
    for (const iso2 of getCountries()) {
      const number = getExampleNumber(iso2, examples);
      const recipient = number && parseRecipient(number.number);
      if (!recipient || 'refused' in recipient) continue;
      expect(countries, `${iso2} ${recipient.e164}`).toContainEqual(
        expect.objectContaining({ iso2, dialCode: recipient.dialCode }),
      );
    }
  });
});

describe('the support', () => {
  it('is at the configured address, also in the API description, and nowhere else', async () => {
    expect((await t.app.inject('/v1/web/generic/support')).json()).toEqual({
      email: null,
      phone: null,
      url: null,
    });
    const set = {
      supportEmail: 'help@sms.example',
      supportPhone: '+94112300300',
      supportUrl: new URL('https://sms.example/help'),
    };
    const { app } = await testApp(set);
    expect((await app.inject('/v1/web/generic/support')).json()).toEqual({
      email: 'help@sms.example',
      phone: '+94112300300',
      url: 'https://sms.example/help',
    });
    const { info } = (await app.inject('/v1/openapi.json')).json();
    expect(info.contact).toEqual({ name: 'Support', email: set.supportEmail, url: set.supportUrl.href });
    expect((await t.app.inject('/v1/openapi.json')).json().info).not.toHaveProperty('contact');
  });

  it('is offered by no text that has no address for it', () => {
    const said = Object.values(ERRORS).map(({ text }) => text);
    expect(said.filter((text) => /support[^s]|support$/i.test(text) && !/not support/.test(text))).toEqual(
      [],
    );
    for (const mails of Object.values(MAILS)) {
      const held = (support: string | null) =>
        mails.destinationHeld({ destination: '+1', link: '', support }).text;
      expect(held('help@sms.example')).toContain('help@sms.example');
      expect(held(null)).not.toMatch(/null|support|සහාය|உதவிப் பிரிவு/);
    }
  });
});
