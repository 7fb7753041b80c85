// Which drop-in APIs a project accepts: none until its owners or admins enable one.
import { DROP_INS, type DropIn, type DropInKind } from '@godwit/contract/dropIns';
import { freshCache } from '../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { deleteDropIn, insertDropIn, selectDropIns } from './queries.ts';

type Keeper = Pick<Services, 'kysely' | 'settings'>;

/** Whether a project accepts a drop-in API. A change takes effect in every process within half a second. */
export type IsEnabled = (projectId: string, kind: DropInKind) => Promise<boolean>;

const FRESH = { maxAgeMs: 500, capacity: 10_000 };

/** The domain of the addresses to which customers' programs send mail. */
export const mailDomain = ({ smtpInDomain, publicUrl }: Services['settings']): string =>
  smtpInDomain ?? publicUrl.hostname;

/** All drop-in APIs of this service, each with when the project enabled it. Without SMTP_IN_PORT no mail. */
export async function listDropIns({ kysely, settings }: Keeper, projectId: string): Promise<DropIn[]> {
  const enabled = new Map((await selectDropIns(kysely, projectId)).map((row) => [row.kind, row.enabled_at]));
  const { smtpInPort: port, publicUrl } = settings;
  const mail = port === null ? null : { host: publicUrl.hostname, port, domain: mailDomain(settings) };
  return DROP_INS.filter((kind) => mail || kind !== 'SMTP').map((kind) => ({
    kind,
    enabled_at: enabled.get(kind)?.toISOString() ?? null,
    ...(mail && kind === 'SMTP' && { mail }),
  }));
}

/** Enables or disables a drop-in API of a project. Refusals: notFound for mail if this service takes none. */
export async function changeDropIn(
  keeper: Keeper,
  project: { teamId: string; projectId: string },
  { kind, enabled }: { kind: DropInKind; enabled: boolean },
): Promise<DropIn | Refusal> {
  if (kind === 'SMTP' && keeper.settings.smtpInPort === null) return refuse('notFound');
  await (enabled ? insertDropIn : deleteDropIn)(keeper.kysely, project, kind);
  const all = await listDropIns(keeper, project.projectId);
  return all.find((one) => one.kind === kind)!;
}

/** Opens the look-up of this process. */
export function openIsEnabled({ kysely }: Pick<Keeper, 'kysely'>, signals: Pick<Signals, 'on'>): IsEnabled {
  const load = async (projectId: string) =>
    new Set((await selectDropIns(kysely, projectId)).map(({ kind }) => kind));
  const kindsOf = freshCache(load, FRESH);
  signals.on(SETTINGS_TOPIC, () => kindsOf.expire(() => true));
  return async (projectId, kind) => (await kindsOf(projectId)).has(kind);
}
