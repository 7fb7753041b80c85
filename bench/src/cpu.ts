// Reads the CPU time of processes and their children, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Fields of `stat` (proc(5)) after the name: the parent, and the ticks of the process and of its ended
 * children.
 */
const FIELDS = { parent: 1, ticks: [11, 12, 13, 14] };
/** Linux counts in hundredths of a second, whatever the machine's own clock. */
const TICK_MS = 10;

/** CPU milliseconds of each tree of processes. A process in two trees counts for the first. */
export function cpuOf(roots: Record<string, readonly number[]>): Record<string, number> {
  const processes = readProcesses();
  const counted = new Set<number>();
  const others = Object.values(roots).flat();
  return Object.fromEntries(
    Object.entries(roots).map(([name, pids]) => {
      const sum = (pid: number): number => {
        if (counted.has(pid)) return 0;
        counted.add(pid);
        const own = processes.get(pid)?.ms ?? 0;
        const children = [...processes].filter(([id, { parent }]) => parent === pid && !others.includes(id));
        return children.reduce((all, [id]) => all + sum(id), own);
      };
      return [name, pids.reduce((all, pid) => all + sum(pid), 0)];
    }),
  );
}

function readProcesses(): Map<number, { parent: number; ms: number }> {
  const found = new Map<number, { parent: number; ms: number }>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (!fields) continue;
    const ticks = FIELDS.ticks.reduce((sum, index) => sum + Number(fields[index]), 0);
    found.set(Number(pid), { parent: Number(fields[FIELDS.parent]), ms: ticks * TICK_MS });
  }
  return found;
}

/** Null if the process has ended. */
function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain any character.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
