// The document of a network version: as CARRIERS_FILE, but with the secrets of its links kept apart and
// sealed, and with everything that a file refers to inside it.
import { isDeepStrictEqual } from 'node:util';
import { MAX_NETWORK_BYTES, type NetworkDocument } from '@godwit/contract/staff/network';
import type { Secrets } from '../../secrets.ts';
import { type Network, readNetwork } from '../links/config.ts';
import { checkProfile, type Profile, readProfile } from '../links/http/profile.ts';

type Fields = NetworkDocument['links'][number];

/** The secrets of a link by name; `at`: when one of them was last set (ISO 8601). */
export type LinkSecrets = { password?: string; secrets?: Record<string, string>; at: string | null };
export type SecretsByLink = Record<string, LinkSecrets>;

/** A document without secrets, and its secrets by the ids of its links. */
export type Stored = { body: NetworkDocument; secrets: SecretsByLink };

const PURPOSE = 'network secrets';
const NAME = 'The network';

export const sealSecrets = (secrets: Secrets, some: SecretsByLink): Buffer =>
  secrets.seal(PURPOSE, JSON.stringify(some));

/** Opens what `sealSecrets` sealed. Throws if this process has another SECRET_KEY. */
export const openSecrets = (secrets: Secrets, sealed: Buffer): SecretsByLink =>
  JSON.parse(secrets.open(PURPOSE, sealed).toString('utf8')) as SecretsByLink;

/** A document that cannot be used, in words for staff. They quote no value of it. */
export class NetworkError extends Error {}

/** Reads the network of a version. Throws a NetworkError that names each fault and its position. */
export function networkOf({ body, secrets }: Stored): Network {
  const own = ({ id }: Fields) => (typeof id === 'string' ? secrets[id] : undefined);
  const links = body.links.map((link) => {
    const { password, secrets: values } = own(link) ?? {};
    return { ...link, ...(password !== undefined && { password }), ...(values && { secrets: values }) };
  });
  try {
    return readNetwork({ ...body, links }, NAME, {
      profile: shippedProfile,
      certificates() {
        throw new Error('a version of the network names no files: give the certificates as tls.ca');
      },
    });
  } catch (error) {
    throw new NetworkError((error as Error).message);
  }
}

function shippedProfile(name: string): Profile {
  if (/[./\\]/.test(name))
    throw new Error('a version of the network names no files: add the profile to its profiles');
  return readProfile(name, '');
}

/**
 * Takes the secrets out of a document. A link without them keeps those of `kept`, but only while it goes to
 * the same address in the same way: otherwise one person could have them sent elsewhere.
 */
export function takeSecrets(document: NetworkDocument, kept: Stored | null, now: Date): Stored {
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_NETWORK_BYTES)
    throw new NetworkError(`${NAME} is larger than ${MAX_NETWORK_BYTES / 1024} KiB`);
  const secrets: SecretsByLink = {};
  const links = document.links.map(({ password, secrets: values, ...link }) => {
    const { id } = link;
    if (typeof id !== 'string') return link;
    const before = kept?.body.links.find((one) => one.id === id);
    const known = kept && before ? kept.secrets[id] : undefined;
    const given = { ...(isText(password) && { password }), ...(isTexts(values) && { secrets: values }) };
    const merged = merge(given, known, link, document);
    if (before && keepsAny(merged, given)) requireSameAddress(link, document, before, kept!.body);
    const isNew = !isDeepStrictEqual({ ...merged, at: null }, { ...known, at: null });
    if (Object.keys(merged).length > 0)
      secrets[id] = { ...merged, at: isNew ? now.toISOString() : (known?.at ?? null) };
    return link;
  });
  return { body: { ...document, links }, secrets };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'string');

type Given = Omit<LinkSecrets, 'at'>;

/** Whether some of the secrets are old ones. */
const keepsAny = (merged: Given, { password, secrets = {} }: Given): boolean =>
  (merged.password !== undefined && !password) ||
  Object.keys(merged.secrets ?? {}).some((name) => !secrets[name]);

const ADDRESS = ['host', 'port', 'tls', 'base', 'profile'] as const;

function requireSameAddress(
  link: Fields,
  { profiles }: NetworkDocument,
  before: Fields,
  { profiles: profilesBefore }: NetworkDocument,
): void {
  const own = (all: NetworkDocument['profiles'], name: unknown) => all[String(name)] ?? null;
  const isSame =
    ADDRESS.every((field) => isDeepStrictEqual(link[field], before[field])) &&
    isDeepStrictEqual(own(profiles, link.profile), own(profilesBefore, before.profile));
  if (isSame) return;
  throw new NetworkError(
    `Link ${String(link.id)} gets another address or profile: give its password and secrets again. They are kept only while they go to the same carrier.`,
  );
}

/** The given secrets, and the known ones that are not given. Those that the profile does not ask for go. */
function merge(given: Given, known: Given | undefined, link: Fields, document: NetworkDocument): Given {
  if (link.profile === undefined) {
    const password = given.password ?? known?.password;
    return password === undefined ? {} : { password };
  }
  const filled = Object.entries(given.secrets ?? {}).filter(([, value]) => value !== '');
  const asked = secretsOfProfile(String(link.profile), document);
  const old = Object.entries(known?.secrets ?? {}).filter(([name]) => asked.includes(name));
  const secrets = Object.fromEntries([...old, ...filled]);
  return Object.keys(secrets).length > 0 ? { secrets } : {};
}

/** The secrets that a profile asks for; none if it cannot be read, which `networkOf` reports. */
function secretsOfProfile(name: string, { profiles }: NetworkDocument): string[] {
  try {
    const own = profiles[name];
    return (own ? checkProfile(own, name) : shippedProfile(name)).secrets;
  } catch {
    return [];
  }
}

/** The document with its secrets, as CARRIERS_FILE has it. */
export function withSecrets({ body, secrets }: Stored): NetworkDocument {
  const links = body.links.map((link) => {
    const { at: _, ...own } = secrets[String(link.id)] ?? { at: null };
    return { ...link, ...own };
  });
  return { ...body, links };
}
