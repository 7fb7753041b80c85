// Where a message is and how it got there, at `/staff/trace`, `?id=` the message.
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { traceQuery } from '../api/system.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { Trace } from './Trace.tsx';
import classes from './trace.module.css';

const LONGEST_ID = 64;

export default function TracePage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const [typed, setTyped] = useState(id);

  function show(event: FormEvent): void {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted) setParams({ id: wanted });
  }

  return (
    <StaffPage title={t('staff.trace.title')}>
      <search>
        <form className={classes.ask} onSubmit={show}>
          <TextInput
            className={classes.field ?? ''}
            aria-label={t('staff.trace.id')}
            placeholder={`${t('staff.trace.id')}: ${t('staff.trace.hint')}`}
            value={typed}
            maxLength={LONGEST_ID}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('staff.trace.show')}</Button>
        </form>
      </search>
      {id ? <Found key={id} id={id} /> : <Note text={t('staff.trace.start')} />}
    </StaffPage>
  );
}

const NOT_FOUND = 1001;

function Found({ id }: { id: string }) {
  const t = useText();
  const { data: trace, error, refetch } = useQuery(traceQuery(id));
  if (trace) return <Trace trace={trace} />;
  if (error instanceof ApiError && error.code === NOT_FOUND) return <Note text={t('staff.trace.missing')} />;
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  return <Skeleton height={240} aria-busy="true" />;
}

function Note({ text }: { text: string }) {
  return (
    <Card>
      <EmptyState text={text} />
    </Card>
  );
}
