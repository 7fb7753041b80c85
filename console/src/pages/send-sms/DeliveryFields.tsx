// Who the message comes from and when it goes.
import type { ProjectSender } from '@godwit/contract/projects';
import { Anchor, Select, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { nextHour } from './draft.ts';
import classes from './SendSmsPage.module.css';

type SenderProps = {
  /** undefined while they load. */
  senders: Pick<ProjectSender, 'id' | 'is_promotional'>[] | undefined;
  from: string | null;
  error: string | undefined;
  /** The senders could not be loaded. */
  failed: boolean;
  onRetry: () => void;
  onChange: (from: string) => void;
};

export function SenderField({ senders, from, error, failed, onRetry, onChange }: SenderProps) {
  const t = useText();
  const link = (words: ReactNode) => (
    <Anchor key="link" component={Link} to={paths.senderId} inherit>
      {words}
    </Anchor>
  );
  const retry = (words: ReactNode) => (
    <Anchor key="retry" component="button" type="button" inherit onClick={onRetry}>
      {words}
    </Anchor>
  );
  const none = senders?.length === 0 ? t.rich('send.noSender', { link }) : error;
  return (
    <Select
      label={t('send.sender')}
      placeholder={t('send.chooseSender')}
      data={(senders ?? []).map(({ id, is_promotional }) => ({
        value: id,
        label: is_promotional ? t('send.promotional', { sender: id }) : id,
      }))}
      disabled={!senders}
      value={from}
      onChange={(value) => value !== null && onChange(value)}
      error={failed ? t.rich('send.sendersFailed', { retry }) : from === null && none}
    />
  );
}

const SchedulePicker = lazy(async () => ({
  default: (await import('./SchedulePicker.tsx')).SchedulePicker,
}));

type TimeProps = { at: string | null; error: string | undefined; onChange: (at: string | null) => void };

export function TimeField({ at, error, onChange }: TimeProps) {
  const t = useText();
  return (
    <div className={classes.time}>
      <Select
        label={t('send.time')}
        data={[
          { value: 'now', label: t('send.now') },
          { value: 'later', label: t('send.later') },
        ]}
        value={at === null ? 'now' : 'later'}
        onChange={(value) => onChange(value === 'later' ? (at ?? nextHour(new Date())) : null)}
      />
      {at === null ? null : (
        <Suspense fallback={<Skeleton height={96} />}>
          <SchedulePicker at={at} error={error} onChange={onChange} />
        </Suspense>
      )}
    </div>
  );
}
