// Everything that waits for the signed-in person, of all kinds, oldest first. Each kind comes from its own
// queue, which also decides what the role may see.
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import type { StaffCounts } from '@godwit/contract/staff/accounts';
import type { PaymentAlert, StaffPayment } from '@godwit/contract/staff/payments';
import type { RegistrationRow } from '@godwit/contract/staff/registrations';
import type { StaffAction } from '@godwit/contract/staff/roles';
import type { Adjustment, StaffHold } from '@godwit/contract/staff/teams';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { parsePage } from '../../components/list/useAddress.ts';
import { countryName } from '../../countryName.ts';
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { alertsQuery, pendingRefundsQuery } from '../api/payments.ts';
import { registrationsQuery } from '../api/registrations.ts';
import { identityQueue, senderQueue, slipQueue } from '../api/reviews.ts';
import { adjustmentsQuery, holdsQuery } from '../api/teams.ts';
import { alertTexts } from '../payments/alertTexts.ts';
import { formatSigned } from '../shell/formatSigned.ts';
import { useMay } from '../shell/StaffPage.tsx';
import { describeHold } from '../teams/describeHold.ts';

/** The kinds of work, each with the permission that it needs and its name in the counts. */
export const KINDS = {
  identity: ['identity', 'identity'],
  sender_ids: ['senders', 'senders'],
  registrations: ['senders', 'registrations'],
  holds: ['pause', 'holds'],
  slips: ['money', 'slips'],
  adjustments: ['money', 'adjustments'],
  refunds: ['money', 'refunds'],
  alerts: ['money', 'payment_alerts'],
} as const satisfies Record<string, readonly [StaffAction, keyof StaffCounts]>;
export type Kind = keyof typeof KINDS;

/** A case. Kinds without a page of their own are decided in the row of their list. */
type Decided =
  | { kind: 'holds'; row: StaffHold }
  | { kind: 'adjustments'; row: Adjustment }
  | { kind: 'refunds'; row: StaffPayment }
  | { kind: 'alerts'; row: PaymentAlert }
  | { kind: 'identity' | 'sender_ids' | 'registrations' | 'slips' };

/** `at`: since when it waits. `due`: when the customer was promised an answer. */
/** `others`: further cases in the same item. */
export type Item = Decided & {
  id: string;
  others?: readonly string[];
  at: string;
  due?: string;
  first: string;
  second: string;
};

const PENDING = { status: 'PENDING', q: '', page: 1 } as const;
const FIRST_PAGE = parsePage(new URLSearchParams());

/** Whether a queue is read: the role decides it, and no other kind is chosen. */
type Enabled = (kind: Kind) => boolean;

/** The oldest items of each kind, or of the chosen one. */
export function useInbox(chosen: Kind | null) {
  const may = useMay();
  const enabled: Enabled = (kind) => may(KINDS[kind][0]) && (chosen === null || chosen === kind);
  const sources = [...useRequests(enabled), ...useRows(enabled)];
  return {
    items: sources.flatMap((one): Item[] => one.items).sort((one, other) => one.at.localeCompare(other.at)),
    isLoading: sources.some(({ isLoading }) => isLoading),
    error: sources.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const one of sources) if (one.error) one.refetch();
    },
  };
}

/** One item for a name in a country, whose networks may each have a registration that waits. */
export function byName(rows: readonly RegistrationRow[]): Item[] {
  const groups = Map.groupBy(rows, ({ sender_id, country, project }) =>
    // Registers fold case. `senderKey` of the contract would bring its schemas into this page.
    JSON.stringify([project.id, sender_id.toLowerCase(), country]),
  );
  return [...groups.values()].map(([first, ...others]) => {
    const { id, sender_id: sender, team, updated_at: at, country, network } = first!;
    const networks = [first!, ...others].map((row) => row.network).sort();
    const place = network === EVERY_NETWORK ? '' : ` (${networks.join(', ')})`;
    return {
      ...{ kind: 'registrations', id, at, others: others.map((other) => other.id) },
      ...{ first: sender, second: `${team.name} · ${countryName(country)}${place}` },
    };
  });
}

/** Requests with a page of their own. */
function useRequests(enabled: Enabled) {
  return [
    useSource(enabled('identity'), identityQueue.query(PENDING), ({ results }) =>
      results.map(({ id, name, email, team, submitted_at: at, due_at: due }) => ({
        ...{ kind: 'identity' as const, id, at, due },
        first: name || email || team.name,
        second: team.name,
      })),
    ),
    useSource(enabled('sender_ids'), senderQueue.query(PENDING), ({ results }) =>
      results.map(({ id, sender_id: first, team, submitted_at: at, due_at: due }) => ({
        ...{ kind: 'sender_ids' as const, id, at, due, first },
        second: team.name,
      })),
    ),
    useSource(enabled('registrations'), registrationsQuery({ turn: 'US', q: '', page: 1 }), ({ results }) =>
      byName(results),
    ),
    useSource(enabled('slips'), slipQueue.query(PENDING), ({ results }) =>
      results.map(({ id, team, submitted_at: at, ...slip }) => ({
        ...{ kind: 'slips' as const, id, at },
        first: formatMoney(slip.credited ?? slip.claimed_total, slip.currency),
        second: team.name,
      })),
    ),
  ];
}

/** The kinds that are decided in the row of their list. */
function useRows(enabled: Enabled) {
  const t = useText();
  return [
    useSource(enabled('holds'), holdsQuery(FIRST_PAGE), ({ results }) =>
      results.map((row) => ({
        ...{ kind: 'holds' as const, row, at: row.held_at },
        id: `${row.team.id}-${row.destination}`,
        first: row.team.name,
        second: describeHold(t, row, row.countries),
      })),
    ),
    useSource(enabled('adjustments'), adjustmentsQuery({ status: 'PENDING', ...FIRST_PAGE }), ({ results }) =>
      results.map((row) => ({
        ...{ kind: 'adjustments' as const, row, id: row.id, at: row.asked_at },
        first: formatSigned(row.amount, row.currency),
        second: row.team.name,
      })),
    ),
    useSource(enabled('refunds'), pendingRefundsQuery, (payments) =>
      payments.map((row) => ({
        ...{ kind: 'refunds' as const, row, id: row.id },
        at: row.returns.find((one) => one.settled_at === null)?.created_at ?? row.created_at,
        first: formatMoney(row.total, row.currency),
        second: row.team.name,
      })),
    ),
    useSource(enabled('alerts'), alertsQuery({ seen: false, ...FIRST_PAGE }), ({ results }) =>
      results.map((row) => ({
        ...{ kind: 'alerts' as const, row, id: row.id, at: row.first_at },
        first: alertTexts(row.kind)[0] ? t(alertTexts(row.kind)[0]!) : row.kind,
        second: row.team?.name ?? '',
      })),
    ),
  ];
}

/** The items of one queue; none if the role has nothing to do with it. */
function useSource<Answer>(
  enabled: boolean,
  query: UseQueryOptions<Answer>,
  toItems: (answer: Answer) => Item[],
) {
  const { data, error, refetch, isPending, isError } = useQuery({ ...query, enabled });
  return {
    items: enabled && data !== undefined ? toItems(data) : [],
    isLoading: enabled && isPending && !isError,
    error: enabled && data === undefined ? error : null,
    refetch: () => void refetch(),
  };
}
