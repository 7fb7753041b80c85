// GET /network: the network that is in use, its proposals, and the processes that use it.
import { readFileSync } from 'node:fs';
import { parseJson } from '@godwit/contract/json';
import type { NetworkAnswer, NetworkDocument } from '@godwit/contract/staff/network';
import type { Staff } from '../../identity/sessions.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readProfile, shippedProfiles } from '../links/http/profile.ts';
import { valuesOf } from './difference.ts';
import type { SecretsByLink } from './document.ts';
import { ofFile } from './findNetwork.ts';
import { selectCurrent, selectInUse } from './queries.ts';
import { readProposals, storedOf, toVersion } from './versions.ts';

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

const NOTHING: NetworkDocument = { links: [], routes: [], profiles: {} };

/**
 * The network as a member of staff sees it, without the values of secrets. Refuses with 1013 if CARRIERS_FILE
 * cannot be read any more.
 */
export async function readNetworkState(services: Parts, staff: Staff): Promise<NetworkAnswer | Refusal> {
  const { carriersFile } = services.settings;
  const common = { profiles: listProfiles(), proposals: [], current: null };
  const processes = await readProcesses(services, null);
  if (carriersFile !== null) {
    const found = ofFile(() => documentOfFile(carriersFile));
    return isRefusal(found) ? found : { ...common, source: 'FILE', ...found, processes };
  }
  const row = await selectCurrent(services.kysely);
  const proposals = await readProposals(services.kysely, staff, row);
  if (!row) return { ...common, proposals, source: 'NONE', document: NOTHING, secrets: [], processes };
  return {
    ...common,
    proposals,
    source: 'VERSIONS',
    current: toVersion(row, staff, row),
    document: row.body,
    secrets: listSecrets(storedOf(services, row).secrets),
    processes: await readProcesses(services, row.number),
  };
}

async function readProcesses({ kysely }: Parts, number: number | null): Promise<NetworkAnswer['processes']> {
  const rows = await selectInUse(kysely);
  return {
    running: rows.length,
    current: rows.filter(({ version }) => version === number).length,
    troubles: rows.flatMap(({ host, trouble }) => (trouble === null ? [] : [{ host, words: trouble }])),
  };
}

const listSecrets = (all: SecretsByLink): NetworkAnswer['secrets'] =>
  Object.entries(all).flatMap(([link, some]) =>
    [...valuesOf(some).keys()].map((name) => ({ link, name, set_at: some.at })),
  );

function listProfiles(): NetworkAnswer['profiles'] {
  return shippedProfiles().map((name) => {
    const { title, secrets } = readProfile(name, '');
    return { name, title, secrets };
  });
}

/** The network of a file that was checked when the service read it. Its secrets are left out. */
function documentOfFile(path: string): Pick<NetworkAnswer, 'document' | 'secrets'> {
  const content = parseJson(readFileSync(path, 'utf8'), 'CARRIERS_FILE') as
    | NetworkDocument['links']
    | NetworkDocument;
  const whole = Array.isArray(content) ? { ...NOTHING, links: content } : { ...NOTHING, ...content };
  const secrets = whole.links.flatMap(({ id, password, secrets: values }) =>
    [...(password === undefined ? [] : ['password']), ...Object.keys((values ?? {}) as object)].map(
      (name) => ({ link: String(id), name, set_at: null }),
    ),
  );
  const links = whole.links.map(({ password: _, secrets: __, ...link }) => link);
  return { document: { ...whole, links }, secrets };
}
