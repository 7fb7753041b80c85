// Shared parts of the pages with requests to staff: the button, the facts of a request, and the reason of a
// rejection.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay } from '../format.ts';
import { useText } from '../text/useText.ts';
import { NoteBox } from '../ui/NoteBox.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import classes from './Request.module.css';

/** At the start of a form's last line. On phones it fills the line. */
export function RequestButton(props: { busy: boolean; busyLabel: string; children: string }) {
  return <SubmitButton w={{ base: '100%', xs: 'auto' }} style={{ alignSelf: 'flex-start' }} {...props} />;
}

type FactsProps = {
  /** Names and values. */
  facts: readonly (readonly [string, ReactNode])[];
  /** Omit them if `facts` have them. */
  documents?: readonly { id: string; name: string; kept: boolean }[];
  /** Shown if there are no documents. */
  none?: string;
};

export function RequestFacts({ facts, documents, none }: FactsProps) {
  const t = useText();
  const list = (
    <ul>
      {documents?.map(({ id, name, kept }) => (
        <li key={id}>{kept ? name : t('file.notKept', { name })}</li>
      ))}
    </ul>
  );
  const files = documents?.length === 0 && none ? none : list;
  const all = documents ? [...facts, [t('field.documents'), files] as const] : facts;
  return (
    <dl className={classes.facts}>
      {all.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" c="dimmed">
            {name}
          </Text>
          <Text component="dd" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}

type NotApprovedProps = { title: string; decidedAt: string | null; reason: string | null };

export function NotApproved({ title, decidedAt, reason }: NotApprovedProps) {
  const t = useText();
  return (
    <NoteBox tone="danger" label={title}>
      <Text fw={600}>{title}</Text>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t('verify.reason', { day: decidedAt ? formatDay(decidedAt) : '', reason: reason ?? '' })}
      </Text>
    </NoteBox>
  );
}
