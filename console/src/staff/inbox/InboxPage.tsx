// The inbox, at `/staff/inbox`: all that waits for staff, oldest first, and the case that is open beside it.
import type { StaffCounts } from '@godwit/contract/staff/accounts';
import { Box, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { List } from '../../components/list/List.tsx';
import { oneOf, useAddress } from '../../components/list/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { staffAlerts } from '../alertsText.ts';
import { countsQuery } from '../api/client.ts';
import { staffInbox } from '../inboxText.ts';
import { staffPaths } from '../paths.ts';
import { staffPayments } from '../paymentsText.ts';
import { TimeLeft } from '../reviews/TimeLeft.tsx';
import { staffReviews } from '../reviewsText.ts';
import { ListAndCase } from '../shell/ListAndCase.tsx';
import { Report } from '../shell/report.ts';
import { useMay } from '../shell/StaffPage.tsx';
import { staffSlips } from '../slipsText.ts';
import { OpenItem } from './OpenItem.tsx';
import { type Item, KINDS, type Kind, useInbox } from './useInbox.ts';
import { isOpenAt, keyOf, useNext } from './useNext.ts';

const ALL = Object.keys(KINDS) as Kind[];
const parse = (params: URLSearchParams) => ({ show: oneOf(ALL, params.get('show')) });

function InboxPage() {
  const t = useText();
  const { kind, id } = useParams();
  const { search } = useLocation();
  const { state, change } = useAddress(parse, { isPart: true });
  const { data: counts } = useQuery(countsQuery);
  const inbox = useInbox(state.show);
  const open = oneOf(ALL, kind ?? null);
  const isOpen = open !== null && id !== undefined && (state.show ?? open) === open;
  const opened = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const openKey = isOpen ? keyOf({ kind: open, id }) : null;
  const { done, report } = useNext({ ...inbox, open: openKey, parts: { opened, list } });
  const item = inbox.items.find((one) => isOpenAt(one, openKey));
  const waiting = sumOf(state.show ? [state.show] : ALL, counts);
  const shown = inbox.items.reduce((sum, { others = [] }) => sum + 1 + others.length, 0);
  const more = Math.max(0, waiting - shown);
  return (
    <ListAndCase
      title={t('staff.nav.inbox')}
      actions={null}
      filters={
        <>
          <KindFilter counts={counts} show={state.show} onChange={(show) => change({ show })} />
          <Text c="dimmed">{t('staff.inbox.order')}</Text>
        </>
      }
      notice={<Done text={done} />}
      list={
        <Box ref={list} tabIndex={-1} style={QUIET_FOCUS}>
          <List<Item>
            label={t('staff.nav.inbox')}
            found={{
              data: inbox.isLoading && inbox.items.length === 0 ? undefined : { results: inbox.items },
              error: inbox.items.length === 0 ? inbox.error : null,
              refetch: inbox.refetch,
            }}
            rowKey={keyOf}
            link={(item) => ({
              to: staffPaths.inboxItem(item.kind, item.id) + search,
              current: isOpenAt(item, openKey),
            })}
            stacked={(item) => <Row item={item} />}
            empty={t('staff.inbox.empty')}
          />
          {more > 0 && !inbox.isLoading ? (
            <Text mt={12} fz={13} c="dimmed">
              {t('staff.inbox.more', { more })}
            </Text>
          ) : null}
        </Box>
      }
      listPath={staffPaths.inbox}
      isOpen={isOpen}
      isEmpty={!inbox.isLoading && inbox.items.length === 0}
    >
      {isOpen ? (
        <Report value={report}>
          <section
            ref={opened}
            tabIndex={-1}
            style={QUIET_FOCUS}
            aria-label={t('staff.inbox.caseOf', {
              kind: t(`staff.inbox.${open}`),
              name: item?.first ?? 'none',
            })}
          >
            <OpenItem key={openKey} kind={open} id={id} items={inbox} />
          </section>
        </Report>
      ) : null}
    </ListAndCase>
  );
}

/** Only this page moves the focus to the part, so it needs no ring. */
const QUIET_FOCUS = { outline: 'none' } as const;

/** Says what was decided, as long as the next case is open. */
function Done({ text }: { text: string }) {
  return (
    <Box role="status">
      {text ? (
        <Text mb={16} px={16} py={12} bdrs={8} bg="var(--success-soft)" c="var(--success)">
          {text}
        </Text>
      ) : null}
    </Box>
  );
}

const sumOf = (kinds: readonly Kind[], counts: StaffCounts | undefined): number =>
  kinds.reduce((sum, kind) => sum + (counts?.[KINDS[kind][1]] ?? 0), 0);

type FilterProps = {
  counts: StaffCounts | undefined;
  show: Kind | null;
  onChange: (show: Kind | null) => void;
};

/** The kinds that the role decides, each with how many wait. */
function KindFilter({ counts, show, onChange }: FilterProps) {
  const t = useText();
  const may = useMay();
  const own = ALL.filter((kind) => may(KINDS[kind][0]));
  const named = (kind: string, kinds: readonly Kind[]) =>
    t('staff.inbox.kindOf', { kind, count: sumOf(kinds, counts) });
  return (
    <Select
      aria-label={t('staff.kind')}
      allowDeselect={false}
      data={[
        { value: '', label: named(t('staff.inbox.all'), own) },
        ...own.map((kind) => ({ value: kind, label: named(t(`staff.inbox.${kind}`), [kind]) })),
      ]}
      value={show ?? ''}
      onChange={(value) => onChange(oneOf(ALL, value))}
    />
  );
}

function Row({ item: { kind, at, due, first, second } }: { item: Item }) {
  const t = useText();
  return (
    <>
      <Group justify="space-between" align="baseline" gap={12} wrap="nowrap">
        <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
          {first}
        </Text>
        <TimeLeft at={at} due={due} />
      </Group>
      <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[t(`staff.inbox.${kind}`), second === first ? '' : second].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

export default withTexts(InboxPage, {
  ...staffReviews,
  ...staffPayments,
  ...staffSlips,
  ...staffAlerts,
  ...staffInbox,
});
