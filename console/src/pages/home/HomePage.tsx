// Home, at `/home`: the balance, the figures of a range compared to the previous one, and a chart by day or
// month.

import type { HoldReason } from '@godwit/contract/messages/messages';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Anchor, Box, Button, Center, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { hasMessagesQuery, holdsQuery } from '../../api/messages.ts';
import { projectQuery } from '../../api/projects.ts';
import { Page } from '../../components/frame/Page.tsx';
import { SendSmsButton } from '../../components/frame/SendSmsButton.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatAddress, useAddress } from '../../components/list/useAddress.ts';
import { SupportLine } from '../../components/SupportLine.tsx';
import { countryName } from '../../countryName.ts';
import type { Days } from '../../days.ts';
import { formatInstant, formatShortDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay, useProfile, useProjects } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { home } from '../../text/home/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { ChartSection } from './ChartSection.tsx';
import { BalanceCard, FiguresSection } from './FiguresSection.tsx';
import { isToday } from './graph.ts';
import { parseHomeState } from './homeState.ts';

// Loaded separately, so the figures appear first.
const HoursSection = lazyPart(() => import('./HoursSection.tsx'), 'HoursSection');
// Loaded on demand, because few visits to Home open it.
const FailuresDialog = lazyPart(() => import('./FailuresDialog.tsx'), 'FailuresDialog');

function HomePage() {
  const t = useText();
  const mode = useMode();
  const { project } = useProjects();
  const { state, change } = useAddress(parseHomeState, { isPart: true });
  const [failuresOf, setFailuresOf] = useState<Days | null>(null);

  useLive(project?.id, mode);
  const messages = useQuery({
    ...hasMessagesQuery(project?.id ?? '', mode),
    enabled: project !== null,
  });
  const hasMessages = project ? messages.data : false;
  const scope = project ? { project, mode } : null;

  const actions = hasMessages ? <SendSmsButton mode={mode} /> : null;
  return (
    <Page title={t('nav.home')} mode={mode} asksVerification actions={actions}>
      {mode === 'LIVE' ? <HeldNotes /> : null}
      {hasMessages && scope ? (
        <>
          <FiguresSection
            {...scope}
            days={state.days}
            onDays={(days) => change({ days })}
            onFailures={() => setFailuresOf(state.days)}
          />
          {isToday(state.days) ? null : (
            <>
              <ChartSection
                {...scope}
                days={state.days}
                view={state.view}
                onView={(view) => change({ view })}
                onFailures={setFailuresOf}
              />
              <Suspense fallback={<Skeleton mt={16} height={320} radius="md" />}>
                <HoursSection {...scope} days={state.days} />
              </Suspense>
            </>
          )}
          {failuresOf ? (
            <Suspense>
              <FailuresDialog {...scope} days={failuresOf} onClosed={() => setFailuresOf(null)} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      {hasMessages === false ? (
        <>
          <FirstSteps />
          <Flex direction={{ base: 'column', sm: 'row' }} gap={16}>
            <BalanceCard w={{ sm: 304 }} />
            <ApiCard project={project} />
          </Flex>
        </>
      ) : null}
      {hasMessages === undefined && !messages.isError ? <Skeleton height={326} radius="md" /> : null}
      {hasMessages === undefined && messages.isError ? (
        <LoadFailed error={messages.error} onRetry={() => messages.refetch()} />
      ) : null}
    </Page>
  );
}

/**
 * LIVE messages that wait for staff: the new team sends unusually many to one destination, or texts have a
 * sign of fraud.
 */
function HeldNotes() {
  const t = useText();
  const { data } = useQuery(holdsQuery());
  if (!data?.holds.length) return null;
  return (
    <Stack gap={8} mb={24}>
      {data.holds.map(({ destination: code, countries, reason, waiting, held_at: at }) => (
        <NoteBox key={code} tone="warning">
          <Text fw={600}>
            {reason
              ? t(`home.held.${reason}`, { waiting, found: code, at: formatInstant(at) })
              : t('home.held', {
                  waiting,
                  code,
                  countries: countries.map(countryName).join(', '),
                  at: formatInstant(at),
                })}
          </Text>
          <Text my={4}>
            {t(whyHeld(reason))} <SupportLine />
          </Text>
          <Anchor
            component={Link}
            to={`${paths.logs}?${formatAddress({ mode: 'LIVE', q: reason ? '' : `+${code}` })}`}
          >
            {t('home.heldSee')}
          </Anchor>
        </NoteBox>
      ))}
    </Stack>
  );
}

function whyHeld(reason: HoldReason | null) {
  if (reason === 'ADVERT') return 'home.heldAdvertWhy';
  return reason ? 'home.heldTextWhy' : 'home.heldWhy';
}

/** Shown only if the user may see API keys, or may create a project and with it a key. */
function ApiCard({ project }: { project: ProjectSummary | null }) {
  const t = useText();
  const mayCreate = useMay('projects');
  if (project ? !may(project.role, 'projects') : !mayCreate) return null;
  return (
    <Card flex={1}>
      <Title order={2} size="h4" lts={0}>
        {t('home.apiTitle')}
      </Title>
      <Text mt={4} c="dimmed">
        {t(project ? 'home.apiText' : 'home.apiTextNoProject')}
      </Text>
      {project ? (
        <Anchor component={Link} to={paths.api} display="inline-block" mt={16}>
          {t('home.apiLink')}
        </Anchor>
      ) : null}
    </Card>
  );
}

export default withTexts(HomePage, home);

// Shown while a project has no messages. Only the first step takes effect immediately, so only its button is
// filled.
function FirstSteps() {
  const t = useText();
  const { id_verified, in_review_since: since } = useProfile();
  const { project } = useProjects();
  const rules = useQuery({ ...projectQuery(project?.id ?? ''), enabled: project !== null }).data
    ?.country_rules;
  // The shortest name that the rules of the team's country allow, once they are known.
  const shortest = rules?.name.shortest ?? 'none';
  const identity = t(id_verified ? 'home.identityDone' : 'home.identityWhen');
  return (
    <Card padded={false} mb={16} style={{ overflow: 'hidden' }}>
      <Box p={{ base: 16, xs: '24px 24px 20px' }}>
        <Title order={2} mb={4}>
          {t('home.stepsTitle')}
        </Title>
        <Text c="dimmed">{t('home.stepsText')}</Text>
      </Box>
      {/* The background shows through the gap as lines between the steps. */}
      <Flex
        component="ol"
        direction={{ base: 'column', md: 'row' }}
        gap={1}
        p={0}
        pt={1}
        bg="var(--hairline)"
      >
        <Step number={1} step="test" text={t('home.testText')} when={t('home.testWhen')} ready>
          {/* A test message uses TEST in either mode of Home. */}
          <SendSmsButton mode="TEST" />
        </Step>
        <Step
          number={2}
          step="identity"
          text={t('home.identityText')}
          when={since === null ? identity : t('verify.inReviewSince', { day: formatShortDay(since) })}
        >
          {id_verified ? null : (
            <Button variant="outline" component={Link} to={paths.verify}>
              {t(since === null ? 'action.requestVerification' : 'home.identityRequest')}
            </Button>
          )}
        </Step>
        <Step number={3} step="sender" text={t('home.senderText', { shortest })} when={t('home.senderWhen')}>
          <Button variant="outline" component={Link} to={paths.senderId}>
            {t('action.requestSender')}
          </Button>
        </Step>
      </Flex>
    </Card>
  );
}

type StepProps = {
  number: number;
  step: 'test' | 'identity' | 'sender';
  text: string;
  when: string;
  /** The user can do this step now. */
  ready?: boolean;
  children: ReactNode;
};

function Step({ number, step, text, when, ready, children }: StepProps) {
  const t = useText();
  return (
    <Flex
      component="li"
      direction="column"
      flex={1}
      p={{ base: 16, xs: 24 }}
      bg={ready ? 'var(--subtle)' : 'var(--surface)'}
    >
      <Group gap={12} wrap="nowrap" fz={13} fw={ready ? 500 : 400} c={ready ? 'var(--test-text)' : 'dimmed'}>
        <Center
          component="span"
          w={28}
          h={28}
          bd="1px solid var(--edge)"
          bdrs={14}
          c="var(--text)"
          fw={600}
          aria-hidden="true"
        >
          {number}
        </Center>
        {when}
      </Group>
      <Title order={3} my="16px 8px">
        {t(`home.${step}Title`)}
      </Title>
      <Text mb={24} c="dimmed">
        {text}
      </Text>
      <Box mt="auto">{children}</Box>
    </Flex>
  );
}
