// One request: who asks, what for, the documents, what was decided before, and the decision.
import type { SlipCase } from '@godwit/contract/staffPayments';
import type { IdentityCase, SenderCase } from '@godwit/contract/staffReviews';
import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { formatDay, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { caseQuery, type ReviewKind } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { type Fact, Facts } from '../shell/StaffPage.tsx';
import { Documents } from './Documents.tsx';

/** A request that is approved or rejected. */
export type AnyCase = IdentityCase | SenderCase;

/** Reads a case; `show` gives a newer one to the page and has the queues and counts read again. */
export function useCase<Kind extends ReviewKind>(kind: Kind, id: string) {
  const queries = useQueryClient();
  const query = caseQuery(kind, id);
  const found = useQuery(query);
  const refresh = () => {
    queries.invalidateQueries({ queryKey: ['staff', kind] });
    queries.invalidateQueries({ queryKey: ['staff', 'counts'] });
  };
  const show = (newer: NonNullable<typeof found.data>) => {
    queries.setQueryData<unknown>(query.queryKey, newer);
    refresh();
  };
  return { ...found, show, refresh };
}

const SPACE = { base: 16, sm: 24 };
/** Names and reasons come as long as they are. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

/** A quiet sentence in place of something. */
export const Note = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" style={BREAKS}>
    {children}
  </Text>
);

type CaseProps = {
  kind: ReviewKind;
  heading: string;
  request: AnyCase | SlipCase;
  facts: Fact[];
  children: ReactNode;
};

export function Case({ kind, heading, request, facts, children }: CaseProps) {
  const t = useText();
  const { id, team, email, submitted_at: submittedAt, documents } = request;
  const region: Fact[] = 'region' in request ? [[t('field.region'), t(`region.${request.region}`)]] : [];
  const all: Fact[] = [
    [
      t('field.team'),
      <Anchor key="team" component={Link} to={staffPaths.team(team.id)}>
        {team.name}
      </Anchor>,
    ],
    [t('field.email'), email || t('field.none')],
    ...region,
    ...facts,
  ];
  return (
    <Card padded={false}>
      <Box p={SPACE}>
        <Group justify="space-between" align="baseline" gap="4px 24px" mb={20}>
          <Title order={2} miw={0} style={BREAKS}>
            {heading}
          </Title>
          <Text span c="dimmed">
            {t('staff.review.submitted', { at: formatInstant(submittedAt) })}
          </Text>
        </Group>
        <Facts facts={all} />
        <EarlierRequests earlier={'earlier' in request ? request.earlier : []} />
      </Box>
      <Box className="ruled" p={SPACE}>
        <Documents key={id} kind={kind} id={id} documents={documents} />
      </Box>
      <Box className="ruled" p={SPACE}>
        {children}
      </Box>
    </Card>
  );
}

function EarlierRequests({ earlier }: Pick<AnyCase, 'earlier'>) {
  const t = useText();
  if (earlier.length === 0) return null;
  return (
    <Box component="ul" mt={20} c="var(--warning)" style={BREAKS} aria-label={t('staff.review.earlier')}>
      {earlier.map(({ id, status, submitted_at: submittedAt, decided_at: decidedAt, reason }) => (
        <li key={id}>
          {t('staff.review.before', {
            date: formatDay(decidedAt ?? submittedAt),
            status: t(`staff.review.${status}`),
            reason: reason ?? 'none',
          })}
        </li>
      ))}
    </Box>
  );
}

/** While a case is read, or could not be. */
export function CaseFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <LoadFailed error={error} onRetry={onRetry} />;
  return (
    <Card>
      <Box aria-busy="true" mih={320} />
    </Card>
  );
}
