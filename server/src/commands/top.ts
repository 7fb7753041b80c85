// `godwit top`: queue, links, processes and rates, live in a terminal.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatusFigures } from '@godwit/contract/staff/status';
import type { Runtime } from '../runtime.ts';
import { lookNow, readStatus, type Status } from '../status/figures.ts';
import type { Report } from './report.ts';
import { age, table } from './table.ts';

const EVERY_MS = 2_000;
/** The figures are read for at most a tenth of the time, however long the queue makes them take. */
const PAUSES = 9;
/** Text that gives the other screen of the terminal, and back the one with the shell. */
const ENTER = '\x1b[?1049h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?1049l';
/** The keys that end it; Ctrl C is a key too, as the terminal passes on each one. */
const QUITS = new Set(['q', 'Q', '\x03']);
const CLEAR = '\x1b[H\x1b[J';

type Looked = Pick<Status, 'ledger'> & { at: Date; figures: StatusFigures };
type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns' | 'rows'>;
/** The keys of the terminal; `setRawMode` is absent if they come from a file. */
type Keys = Pick<NodeJS.ReadStream, 'on' | 'off' | 'pause' | 'resume'> &
  Partial<Pick<NodeJS.ReadStream, 'setRawMode'>>;

/**
 * Shows the figures until q or Ctrl C is pressed, read again every two seconds. In a pipe or with `json`,
 * they are read once.
 */
export async function top(
  runtime: Runtime,
  {
    json = false,
    to = process.stdout,
    keys = process.stdin,
  }: { json?: boolean; to?: Terminal; keys?: Keys } = {},
): Promise<Report> {
  if (json || !to.isTTY) {
    const looked = await look(runtime);
    return { text: frame(looked), data: looked };
  }
  const stop = new AbortController();
  const pressed = (key: Buffer) => {
    if (QUITS.has(key.toString())) stop.abort();
  };
  const leave = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave);
  keys.setRawMode?.(true);
  keys.on('data', pressed);
  keys.resume();
  to.write(ENTER);
  try {
    while (!stop.signal.aborted) {
      const startedAt = performance.now();
      const text = await look(runtime).then(
        (looked) => fit(frame(looked), to),
        (error: Error) => `The figures could not be read, and are tried again: ${error.message}\n`,
      );
      to.write(CLEAR + text);
      const pauseMs = Math.max(EVERY_MS, (performance.now() - startedAt) * PAUSES);
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  } finally {
    to.write(LEAVE);
    keys.off('data', pressed);
    keys.setRawMode?.(false);
    keys.pause();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave);
  }
  return { text: '', data: {} };
}

async function look({ pool }: Pick<Runtime, 'pool'>): Promise<Looked> {
  const { ledger } = await readStatus(pool);
  return { figures: await lookNow(pool), ledger, at: new Date() };
}

/** All of it as text, the most important first. */
function frame({ at, figures, ledger }: Looked): string {
  const { accept, processes, lanes, links } = figures;
  const alive = processes.filter((one) => one.alive);
  const checked = ledger === null ? 'not checked yet' : `${ledger.differences} differences`;
  const time = accept.p95_ms === null ? '' : `, 95 % within ${Math.round(accept.p95_ms)} ms`;
  return [
    `godwit top  ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC  q ends it`,
    `accepted ${rate(accept.rate)}, refused ${rate(accept.refused_rate)}${time}  ledger ${checked}`,
    '',
    table(
      ['queue', 'lane', 'waiting', 'due', 'oldest'],
      lanes.map(({ mode, lane, waiting, due, oldest_seconds }) => [
        mode,
        lane,
        String(waiting),
        String(due),
        since(due, oldest_seconds),
      ]),
    ),
    '',
    table(LINK_HEADINGS, links.map(linkRow)),
    '',
    table(
      ['process', 'roles', 'version', 'up for', 'seen'],
      processes.map(({ host, roles, version, started_at, seen_at, alive: isAlive }) => [
        host,
        roles.join(','),
        version,
        age((at.getTime() - Date.parse(started_at)) / 1_000),
        isAlive ? 'now' : `${age((at.getTime() - Date.parse(seen_at)) / 1_000)} ago`,
      ]),
    ),
    `${alive.length} of ${processes.length} run`,
    '',
    besides(figures),
  ].join('\n');
}

const LINK_HEADINGS = ['link', 'mode', 'state', 'bound', 'in flight', 'rate', 'failed/min', 'due', 'oldest'];

function linkRow(link: StatusFigures['links'][number]): string[] {
  return [
    link.link,
    link.mode,
    link.paused ? 'PAUSED' : link.health,
    `${link.bound_sessions}/${link.sessions}`,
    `${link.in_flight}/${link.window}`,
    rate(link.rate),
    String(link.failed),
    String(link.due ?? 0),
    since(link.due ?? 0, link.oldest_seconds ?? 0),
  ];
}

/** Receipts, callbacks, mails and holds that wait. */
function besides({ receipts, callbacks, mails, holds }: StatusFigures): string {
  return table(
    ['beside', 'waiting', 'due', 'oldest', ''],
    [
      [
        'receipts',
        '',
        String(receipts.due),
        since(receipts.due, receipts.oldest_seconds),
        `${receipts.unmatched} unmatched, ${receipts.set_aside} set aside`,
      ],
      [
        'callbacks',
        String(callbacks.waiting),
        String(callbacks.due),
        since(callbacks.due, callbacks.oldest_seconds),
        '',
      ],
      [
        'mails',
        String(mails.waiting),
        String(mails.due),
        since(mails.due, mails.oldest_seconds),
        `${mails.retried} tried again`,
      ],
      [
        'holds',
        String(holds.destinations),
        '',
        since(holds.destinations, holds.oldest_seconds),
        'wait for staff',
      ],
    ],
  );
}

const rate = (perSecond: number): string =>
  `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
const since = (count: number, seconds: number): string => (count === 0 ? '-' : age(seconds));

/** The part of the text that the terminal has room for. */
function fit(text: string, { columns, rows }: Pick<Terminal, 'columns' | 'rows'>): string {
  const lines = text.split('\n').map((line) => line.slice(0, columns));
  if (lines.length <= rows) return lines.join('\n');
  return [...lines.slice(0, rows - 1), `and ${lines.length - rows + 1} more lines`].join('\n');
}
