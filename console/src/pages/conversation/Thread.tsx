// The thread that is open: who it is with, the messages, and the reply.
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
import { Failed } from './ThreadList.tsx';
import { useThread } from './useThread.ts';

// Few threads make a contact.
const AddContact = lazyPart(() => import('./AddContact.tsx'), 'AddContact');

type Props = {
  project: ProjectSummary;
  place: Scope;
  number: string;
  /** Those that can be written from; undefined while they load. */
  numbers: readonly string[] | undefined;
  state: ConversationState & { mode: Mode };
  /** Opens what writes as the phone would; null where that is not to be had. */
  writeAsPhone: (() => void) | null;
  onRead: (number: string) => void;
};

export function Thread({ project, place, number, numbers, state, writeAsPhone, onRead }: Props) {
  const readable = useReadableNumber();
  const thread = useThread(place, number, onRead);
  const { data, error, refetch } = thread.newest;
  const contact = data?.contact;
  const name = contact ? nameOf({ ...contact, number }, readable) : readable(number);
  return (
    <Flex direction="column" className={classes.thread ?? ''}>
      <Head {...{ number, name, state, writeAsPhone }} page={data} />
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <Messages thread={thread} name={name} address={String(formatAddress(state))} />
          <Foot project={project} place={place} number={number} numbers={numbers} page={data} />
        </>
      ) : null}
      {data || error ? null : <Loading />}
    </Flex>
  );
}

type HeadProps = Pick<Props, 'number' | 'state' | 'writeAsPhone'> & {
  name: string;
  page: ThreadPage | undefined;
};

function Head({ number, name, page, state, writeAsPhone }: HeadProps) {
  const t = useText();
  const readable = useReadableNumber();
  const mayChange = useMay('contacts');
  const title = useRef<HTMLHeadingElement>(null);
  const [adding, setAdding] = useState<boolean>();
  const isNamed = page?.contact != null;
  const isOptedOut = page?.opted_out != null;
  // What had the focus may be gone: on a phone the row that was pressed, later what a contact or an opt-out
  // takes away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each of these
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
          <IconArrowLeft size={16} stroke={2} aria-hidden="true" />
          {t('conversations.back')}
        </Anchor>
        {writeAsPhone ? (
          <Button variant="subtle" size="xs" mr={-12} onClick={writeAsPhone}>
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
                  {readable(number)}
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
            mr={-12}
            component={Link}
            to={`${paths.contacts}?${new URLSearchParams({ q: number })}`}
          >
            {t('conversations.seeContact')}
          </Button>
        ) : null}
        {page && !isNamed && mayChange && number.startsWith('+') ? (
          <Button variant="subtle" flex="none" mr={-12} onClick={() => setAdding(true)}>
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

type FootProps = Pick<Props, 'project' | 'place' | 'number' | 'numbers'> & { page: ThreadPage };

/** The reply, or why there can be none. */
function Foot({ project, place, number, numbers, page }: FootProps) {
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
  const words = reason();
  const needsStaff = page.opted_out
    ? isByStaff
    : numbers?.length === 0 && number.startsWith('+') && may(project.role, 'send') && !project.archived_at;
  if (words)
    return (
      <Text p={16} c="dimmed" className="ruled">
        {words} {needsStaff ? <SupportLine /> : null}
      </Text>
    );
  // What the phone wrote to last is what it knows.
  const written = page.written_to ?? undefined;
  return <ReplyForm place={place} number={number} numbers={numbers} written={written} />;
}

const Loading = () => (
  <Stack gap={16} p={24} aria-busy="true">
    <Skeleton height={48} width="55%" />
    <Skeleton height={64} width="60%" ml="auto" />
    <Skeleton height={48} width="40%" />
  </Stack>
);
