// Processor time of a service and its database, which a busy machine changes far less than how long something takes.
import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** What a clock tick of /proc is (USER_HZ, the same on every Linux). */
const TICK_MS = 10;

/** Opens a clock of the processor time, in ms, that a service and the PostgreSQL of `pool` have taken, children that are gone too. */
export async function processorClock(servicePid: number, pool: Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readProcess(rows[0]!.pid)!.parent;
  return () => {
    const { own = 0, children = 0 } = readProcess(postmaster) ?? {};
    let ticks = (readProcess(servicePid)?.own ?? 0) + own + children;
    for (const name of readdirSync('/proc')) {
      const one = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
      if (one?.parent === postmaster) ticks += one.own;
    }
    return ticks * TICK_MS;
  };
}

/** From proc_pid_stat(5), after the name in brackets; null where the process is gone. */
function readProcess(pid: number): { parent: number; own: number; children: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    const [parent, own, children] = [fields[1]!, fields[11]! + fields[12]!, fields[13]! + fields[14]!];
    return { parent, own, children };
  } catch {
    return null;
  }
}
