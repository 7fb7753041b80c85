// Tracks the binds of this process, up to an account's limit over all processes, until their credentials end.
// A signal announces a revocation; without one it takes effect within half a second.
import { randomUUID } from 'node:crypto';
import type { BindRequest } from '@godwit/smpp/codec/pdu';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { ServerConnection } from '@godwit/smpp/session/server';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
import { plainAddress } from '../../http/address.ts';
import { openRate, type Rate } from '../../http/rate.ts';
import { newId } from '../../ids.ts';
import { startLoop } from '../../jobs/loop.ts';
import { findKeyOwner } from '../../projects/apiKeys.ts';
import type { Services } from '../../services.ts';
import { countBinds, deleteBinds, insertBind, renewBinds, selectKnown } from '../queries.ts';
import { type Account, openAuthentication } from './authenticate.ts';
import type { Listed } from './listed.ts';

/** A client that is bound to this process. */
export type Bound = {
  readonly id: string;
  readonly account: Account;
  readonly connection: ServerConnection;
  /** Shared by the account's binds in this process. */
  readonly rate: Rate;
  /** Set when its credentials end. Nothing more is accepted from it. */
  isRevoked: boolean;
};

export type Binds = {
  /** Grants a bind, or returns the status with which it is refused. */
  grant(bind: BindRequest, connection: ServerConnection): Promise<number>;
  find(connection: ServerConnection): Bound | undefined;
  /** The clients that can be sent something now, by system id. */
  receivers(): Map<string, Bound[]>;
  remove(connection: ServerConnection): void;
  stop(): Promise<void>;
};

const LOOK_MS = 500;
const RENEW_MS = 5_000;
const CUT_MS = 1_000;
/** Length of a stranger's text shown in the log. */
const SHOWN_LENGTH = 64;
/** The prefix of API keys. */
const KEY_MARK = 'gk_';
/** The largest share of this process's binds for one team. */
const SHARE_OF_TEAM = 1 / 4;

export function openBinds(
  services: Pick<Services, 'kysely' | 'secrets' | 'settings' | 'log'>,
  { signals, listed }: { signals: Pick<Signals, 'on'>; listed: Listed },
): Binds {
  const { kysely, log, settings } = services;
  const authenticate = openAuthentication(services, listed);
  const all = new Map<ServerConnection, Bound>();
  const rates = new Map<string, Rate>();
  const upkeep = startUpkeep(services, signals, all);

  async function grant(bind: BindRequest, connection: ServerConnection): Promise<number> {
    const address = plainAddress(connection.remoteAddress);
    const account = await authenticate(bind, address);
    if (typeof account === 'number') {
      // An API key may have been typed into the wrong field.
      const systemId = bind.systemId.includes(KEY_MARK) ? '(a key)' : bind.systemId.slice(0, SHOWN_LENGTH);
      log.info({ systemId, address, status: account }, 'An SMPP bind was refused');
      return account;
    }
    const { systemId: system_id, network, maxBinds } = account;
    const mode = bind.command.slice('bind_'.length) as 'receiver' | 'transmitter' | 'transceiver';
    const row = { id: newId(), system_id, process_id: upkeep.processId, mode, address, network };
    const ofTeam = [...all.values()].filter((one) => one.account.teamId === account.teamId).length;
    if (ofTeam >= Math.max(1, settings.smppMaxBinds * SHARE_OF_TEAM)) return commandStatus.ESME_RALYBND;
    if (!(await insertBind(kysely, row, maxBinds))) return commandStatus.ESME_RALYBND;
    const rate = rates.get(system_id) ?? openRate(account.throughput);
    rates.set(system_id, rate);
    all.set(connection, { id: row.id, account, connection, rate, isRevoked: false });
    upkeep.changed();
    return commandStatus.ESME_ROK;
  }

  function remove(connection: ServerConnection): void {
    const one = all.get(connection);
    if (!one) return;
    all.delete(connection);
    const { systemId } = one.account;
    if (![...all.values()].some(({ account }) => account.systemId === systemId)) rates.delete(systemId);
    upkeep.changed(one.id);
  }

  function receivers(): Map<string, Bound[]> {
    const able = [...all.values()].filter(
      ({ connection, isRevoked }) => !isRevoked && connection.freeWindow() > 0,
    );
    return Map.groupBy(able, ({ account }) => account.systemId);
  }

  return { grant, remove, receivers, find: (connection) => all.get(connection), stop: upkeep.stop };
}

/** Updates the database rows of this process's binds, ends revoked binds, and divides the rates. */
function startUpkeep(
  services: Pick<Services, 'kysely' | 'secrets' | 'log'>,
  signals: Pick<Signals, 'on'>,
  all: ReadonlyMap<ServerConnection, Bound>,
) {
  const { kysely, log } = services;
  const processId = randomUUID();
  let ended: string[] = [];
  let renewedAtMs = Number.NEGATIVE_INFINITY;

  async function round(): Promise<undefined> {
    const gone = ended;
    ended = [];
    try {
      await deleteBinds(kysely, gone);
    } catch (error) {
      ended.push(...gone);
      throw error;
    }
    if (all.size === 0) return;
    await endRevoked(services, [...all.values()]);
    if (performance.now() - renewedAtMs < RENEW_MS) return;
    renewedAtMs = performance.now();
    await renewBinds(kysely, processId);
    // The last bind may have ended by now.
    if (all.size > 0) await shareRates(kysely, [...all.values()]);
  }

  const loop = startLoop({
    name: 'looking after SMPP binds',
    log,
    everyMs: LOOK_MS,
    wakeOn: { signals, topic: SETTINGS_TOPIC },
    round,
  });
  return {
    processId,
    /** A bind was added, or the bind with this id ended. */
    changed(endedId?: string): void {
      if (endedId !== undefined) ended.push(endedId);
      renewedAtMs = Number.NEGATIVE_INFINITY;
      loop.wake();
    },
    async stop(): Promise<void> {
      await loop.stop();
      await deleteBinds(kysely, ended).catch((err: unknown) =>
        log.warn({ err }, 'the rows of SMPP binds expire by themselves'),
      );
    },
  };
}

/** An account's rate covers all its binds, so this process gets the share of its own binds. */
async function shareRates(db: Services['kysely'], bound: readonly Bound[]): Promise<void> {
  const here = Map.groupBy(bound, ({ account }) => account.systemId);
  for (const { system_id, n } of await countBinds(db, [...here.keys()])) {
    const [first, ...others] = here.get(system_id)!;
    const own = 1 + others.length;
    first!.rate.perSecond = (first!.account.throughput * own) / Math.max(own, n);
  }
}

/** Cuts off binds whose account or API key no longer exists. */
async function endRevoked(
  services: Pick<Services, 'kysely' | 'secrets' | 'log'>,
  bound: readonly Bound[],
): Promise<void> {
  // An API key, or else the system id. While a project replaces its key, a bind may use either key.
  const credentialOf = ({ account: { key, systemId } }: Bound) => key ?? systemId;
  const systemIds = new Set(bound.filter(({ account }) => account.key === null).map(credentialOf));
  const rows = systemIds.size > 0 ? await selectKnown(services.kysely, [...systemIds]) : [];
  const valid = new Set(rows.map(({ system_id }) => system_id));
  for (const key of new Set(bound.flatMap(({ account }) => account.key ?? [])))
    if (await findKeyOwner(services, key)) valid.add(key);
  for (const one of bound) {
    if (one.isRevoked || valid.has(credentialOf(one))) continue;
    one.isRevoked = true;
    services.log.info({ systemId: one.account.systemId }, 'An SMPP bind ends: its credentials were revoked');
    setTimeout(() => one.connection.destroy(), CUT_MS).unref();
    void one.connection.unbind();
  }
}
