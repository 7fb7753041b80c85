// The open thread: its header, the messages, and the reply form.
import type { ThreadPage } from '@godwit/contract/conversations';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Anchor, Box, Button, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconBellOff } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Scope } from '../../api/conversations.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { formatAddress } from '../../components/list/useAddress.ts';
import { PersonLink } from '../../components/PersonLink.tsx';
import { SupportLine } from '../../components/SupportLine.tsx';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useMay } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { nameOf } from '../contacts/contact.ts';
import classes from './conversation.module.css';
import type { ConversationState } from './conversationState.ts';
import { Messages } from './Messages.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { LoadError } from './ThreadList.tsx';
import { useThread } from './useThread.ts';

// Loaded on demand, because few users add a contact here.
const AddContact = lazyPart(() => import('./AddContact.tsx'), 'AddContact');

type Props = {
  project: ProjectSummary;
  scope: Scope;
  number: string;
  /** The numbers that can send a reply; undefined while they load. */
  numbers: readonly string[] | undefined;
  state: ConversationState & { mode: Mode };
  /** Opens the form that simulates a message from the phone; null if it is not available. */
  simulateIncoming: (() => void) | null;
  onRead: (number: string) => void;
};

export function Thread({ project, scope, number, numbers, state, simulateIncoming, onRead }: Props) {
  const readable = useReadableNumber();
  const thread = useThread(scope, number, onRead);
  const { data, error, refetch } = thread.newest;
  const contact = data?.contact;
  const name = contact ? nameOf({ ...contact, number }, readable) : readable(number);
  return (
    <Flex direction="column" className={classes.thread ?? ''}>
      <ThreadHeader {...{ number, name, state, simulateIncoming }} page={data} />
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <Messages thread={thread} name={name} address={String(formatAddress(state))} />
          <ReplyArea project={project} scope={scope} number={number} numbers={numbers} page={data} />
        </>
      ) : null}
      {data || error ? null : <Loading />}
    </Flex>
  );
}

type HeaderProps = Pick<Props, 'number' | 'state' | 'simulateIncoming'> & {
  name: string;
  page: ThreadPage | undefined;
};

function ThreadHeader({ number, name, page, state, simulateIncoming }: HeaderProps) {
  const t = useText();
  const mayChange = useMay('contacts');
  const title = useRef<HTMLHeadingElement>(null);
  const [adding, setAdding] = useState<boolean>();
  const isNamed = page?.contact != null;
  const isOptedOut = page?.opted_out != null;
  // Focuses the title if the focused element has disappeared: on a phone the pressed row, later a button that
  // a new contact or an opt-out replaces.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes can remove the element
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const active = document.activeElement;
      if (!active || active === document.body || !active.checkVisibility()) title.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isNamed, isOptedOut, adding]);
  const copy = (
    <CopyButton
      value={number}
      label={t('conversations.copyNumber')}
      copiedLabel={t('action.copied')}
      size={28}
    />
  );
  return (
    <Box component="header" className={classes.head ?? ''}>
      <Group hiddenFrom="sm" gap="0 12px" justify="space-between">
        <Anchor
          component={Link}
          to={`?${formatAddress({ ...state, number: null })}`}
          className={classes.back ?? ''}
          underline="hover"
        >
          <IconArrowLeft size={16} aria-hidden="true" />
          {t('conversations.back')}
        </Anchor>
        {simulateIncoming ? (
          <Button variant="subtle" size="xs" mx={-12} onClick={simulateIncoming}>
            {t('conversations.asPhone')}
          </Button>
        ) : null}
      </Group>
      <Group gap="0 12px" justify="space-between">
        <Box miw={0} flex="1 1 170px">
          <Group gap={4} wrap="nowrap">
            <Title order={2} size="h3" ref={title} tabIndex={-1} className={classes.name ?? ''} title={name}>
              {name}
            </Title>
            {isNamed ? null : copy}
          </Group>
          {isNamed || page?.opted_out ? (
            <Group gap="0 12px" mih={28}>
              {isNamed ? (
                <Group gap={4} wrap="nowrap" c="dimmed">
                  <PersonLink number={number} />
                  {copy}
                </Group>
              ) : null}
              {page?.opted_out ? (
                <Pill tone="warning" icon={IconBellOff}>
                  {t('conversations.optedOut')}
                </Pill>
              ) : null}
            </Group>
          ) : null}
        </Box>
        {isNamed ? (
          <Button
            variant="subtle"
            flex="none"
            mx={-12}
            component={Link}
            to={`${paths.contacts}?${new URLSearchParams({ q: number })}`}
          >
            {t('conversations.seeContact')}
          </Button>
        ) : null}
        {page && !isNamed && mayChange && number.startsWith('+') ? (
          <Button variant="subtle" flex="none" mx={-12} onClick={() => setAdding(true)}>
            {t('conversations.addContact')}
          </Button>
        ) : null}
      </Group>
      {adding === undefined ? null : (
        <Suspense fallback={null}>
          <AddContact number={number} opened={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Box>
  );
}

type ReplyAreaProps = Pick<Props, 'project' | 'scope' | 'number' | 'numbers'> & { page: ThreadPage };

/** The reply form, or the reason why the user cannot reply. */
function ReplyArea({ project, scope, number, numbers, page }: ReplyAreaProps) {
  const t = useText();
  const isByStaff = page.opted_out === 'STAFF';
  const reason = () => {
    if (!may(project.role, 'send')) return t('role.mayNotSend');
    if (project.archived_at) return t('conversations.cannotReply.archived');
    if (page.opted_out)
      return t.rich(`conversations.cannotReply.${isByStaff ? 'optedOutByStaff' : 'optedOut'}`, {
        link: linkTo(paths.optOuts),
      });
    if (!number.startsWith('+')) return t('conversations.cannotReply.name');
    return numbers?.length === 0 ? t('conversations.cannotReply.noNumber') : null;
  };
  const reasonText = reason();
  const needsStaff = page.opted_out
    ? isByStaff
    : numbers?.length === 0 && number.startsWith('+') && may(project.role, 'send') && !project.archived_at;
  if (reasonText)
    return (
      <Text p={16} c="dimmed" className="ruled">
        {reasonText} {needsStaff ? <SupportLine /> : null}
      </Text>
    );
  // The recipient knows the number that they wrote to last.
  const writtenTo = page.written_to ?? undefined;
  return <ReplyForm scope={scope} number={number} numbers={numbers} writtenTo={writtenTo} />;
}

const Loading = () => (
  <Stack gap={16} p={24} aria-busy="true">
    <Skeleton height={48} width="55%" />
    <Skeleton height={64} width="60%" ml="auto" />
    <Skeleton height={48} width="40%" />
  </Stack>
);
