// Entries of the audit log: who did what to whom, and what else was kept of it.
import type { AuditRow } from '@godwit/contract/staff';
import { Anchor, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { formatInstant, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { staffPaths } from '../paths.ts';
import { actionWords } from './actionWords.ts';
import classes from './audit.module.css';

type Props = { rows: AuditRow[] | undefined; dim: boolean; empty: string };

export function AuditEntries({ rows, dim, empty }: Props) {
  const t = useText();
  if (!rows) return <Skeleton height={320} aria-busy="true" />;
  return (
    <Card padded={false}>
      {rows.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <ol className={classes.entries} aria-label={t('staff.audit.title')} data-dim={dim || undefined}>
          {rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Entry({ row }: { row: AuditRow }) {
  const { at, action, staff_email: who, ip, team, subject, detail } = row;
  const details = Object.entries(detail);
  return (
    <li className={classes.entry}>
      <time className={classes.when} dateTime={at} title={formatUtc(at)}>
        {formatInstant(at)}
      </time>
      <span className={classes.who}>
        {who}
        {ip ? <span className={classes.ip}> {ip}</span> : null}
      </span>
      <div className={classes.what}>
        <p>
          <strong>{actionWords(action)}</strong>
          {team ? (
            <>
              {' · '}
              <Anchor component={Link} to={staffPaths.team(team.id)}>
                {team.name}
              </Anchor>
            </>
          ) : null}
        </p>
        {subject ? <p className={`mono ${classes.subject}`}>{subject}</p> : null}
        {details.length > 0 ? (
          <dl className={classes.detail}>
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name.replaceAll('_', ' ')}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </li>
  );
}
