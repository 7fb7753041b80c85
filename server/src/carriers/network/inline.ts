// Brings a file of the form of CARRIERS_FILE into the form of a version: profiles and certificates that it
// refers to by path become part of it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseJson } from '@godwit/contract/json';
import { type NetworkDocument, networkDocument } from '@godwit/contract/staff/network';
import { z } from 'zod';

type Fields = NetworkDocument['links'][number];

const FORM = 'The file is a list of links, or an object with links, routes and profiles:';

/**
 * Returns the document of a file's content. Relative paths start at `folder`. Leaves faults in links, rules
 * and profiles as they are, because the document is checked as a whole before it is stored.
 */
export function inlineFiles(content: unknown, folder: string): NetworkDocument {
  const whole = networkDocument.safeParse(Array.isArray(content) ? { links: content } : content);
  if (!whole.success) throw new Error(`${FORM}\n${z.prettifyError(whole.error)}`);
  const { links, routes, profiles } = whole.data;
  const all = { ...profiles };
  const inlined = links.map((link) => inlineTls(inlineProfile(link, all, folder), folder));
  return { links: inlined, routes, profiles: all };
}

/** A path as a profile's name is replaced by the name that its file gives, and the file becomes a profile. */
function inlineProfile(link: Fields, profiles: NetworkDocument['profiles'], folder: string): Fields {
  const { profile: path } = link;
  if (typeof path !== 'string' || !/^\.{0,2}\//.test(path)) return link;
  const file = resolve(folder, path);
  const own = parseJson(readFileSync(file, 'utf8'), file) as Fields;
  const { profile: name } = own;
  if (typeof name !== 'string') throw new Error(`${file} is no profile: it has no field profile.`);
  profiles[name] = own;
  return { ...link, profile: name };
}

function inlineTls(link: Fields, folder: string): Fields {
  const { tls } = link;
  if (typeof tls !== 'object' || tls === null || Array.isArray(tls)) return link;
  const { ca_file: path, ...rest } = tls;
  if (typeof path !== 'string') return link;
  return { ...link, tls: { ...rest, ca: readFileSync(resolve(folder, path), 'utf8') } };
}
