// The rows of the list: a table, or on narrow screens a stack.
import type { Campaign } from '@godwit/contract/campaigns';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { CopyId } from '../../components/CopyId.tsx';
import { Moment } from '../../components/Moment.tsx';
import { formatCount, formatInstant, shortId } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { StackedRows } from '../../ui/StackedRows.tsx';
import { CampaignPill, campaignWord } from './CampaignPill.tsx';
import classes from './CampaignRows.module.css';
import type { ListNavigation } from './listState.ts';

type Props = {
  rows: Campaign[] | undefined;
  /** Given to the details, which give it back. */
  navigation: ListNavigation;
  dim: boolean;
  empty: ReactNode;
  footer: ReactNode;
};

/** When it goes out or did: its time, or for one that went at once the time it was sent. */
const sendTimeOf = ({ send_at, started_at, created_at }: Campaign): string =>
  send_at ?? started_at ?? created_at;

// Below this the five columns do not fit.
const NARROW = '(max-width: 62em)';

export function CampaignRows({ rows, navigation, dim, empty, footer }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const shared = { label: t('campaigns.title'), rows, rowKey: (row: Campaign) => row.id, dim, empty, footer };
  if (narrow) {
    return (
      <StackedRows {...shared} link={({ id }) => ({ to: paths.campaign(id), state: navigation })}>
        {(row) => <StackedRow row={row} />}
      </StackedRows>
    );
  }
  const columns: Column<Campaign>[] = [
    {
      id: 'id',
      head: t('campaigns.id'),
      cell: (row) => <CopyId id={row.id} label={t('campaigns.copyId')} row />,
      width: '19%',
    },
    { id: 'name', head: t('campaigns.name'), cell: (row) => <Name row={row} /> },
    {
      id: 'time',
      head: t('campaigns.sendTime'),
      cell: (row) => <Moment instant={sendTimeOf(row)} row />,
      width: '20%',
    },
    { id: 'from', head: t('campaigns.from'), cell: (row) => row.from, width: '14%' },
    { id: 'groups', head: t('campaigns.groups'), cell: groupsOf, align: 'right', width: '12%' },
  ];
  return (
    <DataTable
      {...shared}
      columns={columns}
      skeletonRows={12}
      rowLabel={(row) =>
        t('campaigns.row', {
          name: row.name,
          status: t(campaignWord(row.status)),
          date: formatInstant(sendTimeOf(row)),
        })
      }
      onOpen={({ id }) => navigate(paths.campaign(id), { state: navigation })}
    />
  );
}

const groupsOf = (row: Campaign): string => formatCount(row.include_groups_detail.length);

/** What is sent needs no word; the others stand out by theirs. */
function Name({ row }: { row: Campaign }) {
  return (
    <span className={classes.name}>
      <span className={classes.words}>{row.name}</span>
      {row.status === 'SENT' ? null : <CampaignPill status={row.status} />}
    </span>
  );
}

function StackedRow({ row }: { row: Campaign }) {
  const t = useText();
  return (
    <>
      <Name row={row} />
      <span className={classes.line}>
        <span>{row.from}</span>
        <Moment instant={sendTimeOf(row)} row />
      </span>
      <span className={classes.quiet}>
        <span>{t('campaigns.groupCount', { count: row.include_groups_detail.length })}</span>
        <span className="mono" title={row.id}>
          {shortId(row.id)}
        </span>
      </span>
    </>
  );
}
