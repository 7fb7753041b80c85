// Conversations, at `/home/conversation`: the list of threads on the left and the open thread on the right. A
// phone shows one of the two.
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Box, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Scope } from '../../api/conversations.ts';
import { incomingQuery } from '../../api/incoming.ts';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { EXAMPLE_PERSON, Example } from '../../components/list/Example.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { type Address, useModeAddress } from '../../components/list/useAddress.ts';
import { SupportLine } from '../../components/SupportLine.tsx';
import { useReadableNumber } from '../../phone.ts';
import { useProjects } from '../../session/context.ts';
import { conversations } from '../../text/conversations/en.ts';
import { messageForm } from '../../text/messageForm/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { EmptyCard, EmptyState } from '../../ui/EmptyState.tsx';
import classes from './conversation.module.css';
import { type ConversationState, parseConversationState } from './conversationState.ts';
import { Thread } from './Thread.tsx';
import { ThreadList } from './ThreadList.tsx';
import { useThreads } from './useThreads.ts';

// Loaded on demand, because only TEST uses it.
const IncomingForm = lazyPart(() => import('../../components/message/IncomingForm.tsx'), 'IncomingForm');

function ConversationPage() {
  const t = useText();
  const { project } = useProjects();
  const { mode, ...address } = useModeAddress(parseConversationState, () => null);
  const [simulating, setSimulating] = useState<boolean>();
  useLive(project?.id, mode);
  const { number } = address.state;
  const maySimulate = mode === 'TEST' && project && !project.archived_at && may(project.role, 'send');
  const simulateIncoming = maySimulate ? () => setSimulating(true) : null;
  return (
    <Page
      title={t('nav.conversations')}
      mode={mode}
      fillsPhone={number !== null}
      actions={
        simulateIncoming ? (
          <Button variant="outline" onClick={simulateIncoming}>
            {t('conversations.asPhone')}
          </Button>
        ) : null
      }
    >
      {project ? (
        <Threads
          key={mode}
          project={project}
          scope={{ project_id: project.id, mode }}
          address={address}
          simulateIncoming={simulateIncoming}
        />
      ) : (
        <NoProject />
      )}
      {maySimulate && simulating !== undefined ? (
        <Suspense fallback={null}>
          <IncomingForm
            projectId={project.id}
            {...(number?.startsWith('+') ? { phone: number } : {})}
            opened={simulating}
            onClose={() => setSimulating(false)}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}

type Props = {
  project: ProjectSummary;
  scope: Scope;
  address: Address<ConversationState>;
  simulateIncoming: (() => void) | null;
};

function Threads({ project, scope, address: { state, change }, simulateIncoming }: Props) {
  const t = useText();
  const q = state.q.trim();
  const list = useThreads(scope, q);
  const incoming = useQuery(incomingQuery(project.id));
  const isTest = scope.mode === 'TEST';
  const numbers =
    incoming.data &&
    (isTest ? [incoming.data.test_number] : incoming.data.numbers.map(({ number }) => number));
  const isEmpty = list.threads?.length === 0 && q === '' && state.number === null;

  if (isEmpty && incoming.error)
    return <LoadFailed error={incoming.error} onRetry={() => void incoming.refetch()} />;
  const shown = { ...state, mode: scope.mode };
  return (
    <>
      {isEmpty && numbers ? (
        <NoThreads numbers={numbers} />
      ) : (
        <Box
          component="section"
          className={classes.panes ?? ''}
          data-open={state.number !== null || undefined}
          data-test={isTest || undefined}
        >
          <ThreadList list={list} state={shown} change={change} />
          {state.number === null ? (
            <Box className={classes.thread ?? ''}>
              <EmptyState text={t('conversations.choose')} />
            </Box>
          ) : (
            <Thread
              key={state.number}
              {...{ project, scope, numbers, simulateIncoming }}
              number={state.number}
              state={shown}
              onRead={list.clearUnread}
            />
          )}
        </Box>
      )}
    </>
  );
}

/** Names the numbers that can receive the first message, or explains how to get one. */
function NoThreads({ numbers }: { numbers: readonly string[] }) {
  const t = useText();
  const readable = useReadableNumber();
  if (numbers.length === 0) {
    const support = (
      <Text c="dimmed">
        <SupportLine />
      </Text>
    );
    return <EmptyCard text={t('conversations.needsNumber')} action={support} />;
  }
  const numbersText = t('conversations.emptyNumbers', { numbers: numbers.map(readable).join(', ') });
  return <EmptyCard text={`${t('conversations.empty')} ${numbersText}`} example={<ExampleThread />} />;
}

/** A question and its answer as a thread will show them. */
function ExampleThread() {
  const t = useText();
  return (
    <Example>
      <Text fw={500} mb={8}>
        {EXAMPLE_PERSON.name}
      </Text>
      <Stack gap={8}>
        <div className={classes.bubble}>{t('conversations.exampleIn')}</div>
        <div className={classes.bubble} data-out>
          {t('conversations.exampleOut')}
        </div>
      </Stack>
    </Example>
  );
}

export default withTexts(ConversationPage, { ...conversations, ...messageForm });
