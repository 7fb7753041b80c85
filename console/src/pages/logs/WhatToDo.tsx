// The actions on a message: answer, send it again, keep or remove its contact, cancel it, or ask support.
import type { MessageDetail } from '@godwit/contract/messages/messages';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSummary } from '@godwit/contract/projects';
import { isTextKept } from '@godwit/contract/retention';
import { may } from '@godwit/contract/roles';
import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { contactsQuery } from '../../api/contacts.ts';
import { cancelMessage } from '../../api/messages.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { SendSmsButton } from '../../components/frame/SendSmsButton.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { useSupport } from '../../components/SupportLine.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useReadableNumber } from '../../phone.ts';
import { useMay } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { threadAddress } from '../conversation/conversationState.ts';
import { adviceFor } from './advice.ts';

// Loaded on demand, because most messages are only read.
const contactDialogs = () => import('../conversation/AddContact.tsx');
const AddContact = lazyPart(contactDialogs, 'AddContact');
const RemoveContact = lazyPart(contactDialogs, 'RemoveContact');

export function WhatToDo({ message, project }: { message: MessageDetail; project: ProjectSummary }) {
  const t = useText();
  // The mode of the switch in the bar, which follows the message's.
  const mode = useMode();
  const { direction, from, to, body } = message;
  const advice = adviceFor(message);
  const number = direction === 'INCOMING' ? from : to;
  const again =
    direction === 'OUTGOING' && isTextKept(message) ? (
      <SendSmsButton
        mode={mode}
        secondary={advice !== 'again'}
        to={to}
        again={{ from, body }}
        label={t('message.again')}
      />
    ) : null;
  return (
    <Box mt={24}>
      <Group gap={12}>
        <OpenConversation message={message} />
        {advice === 'remove' ? null : again}
        <ContactButton number={number} toRemove={advice === 'remove'} />
        <CancelButton message={message} project={project} />
        <SupportButton id={message.id} />
        {advice === 'remove' ? again : null}
      </Group>
      {advice === 'remove' ? <NotContact number={number} /> : null}
    </Box>
  );
}

/** Links to the conversation with the other party, if the customer's number is two-way. */
function OpenConversation({ message: { direction, from, to, mode } }: { message: MessageDetail }) {
  const t = useText();
  const [own, other] = direction === 'INCOMING' ? [to, from] : [from, to];
  return isTwoWayNumber(own) ? (
    <Button variant="outline" component={Link} to={`${threadAddress(other)}&mode=${mode}`}>
      {t('message.conversation')}
    </Button>
  ) : null;
}

/** A list of what begins with a number has few rows besides the number's own. */
const FIRST_PAGE = { page_num: 0, page_size: 25 };

/** The contact with a number: null if there is none, undefined if it is not known. */
function useContact(number: string) {
  const mayChange = useMay('contacts');
  const { data, isLoading } = useQuery({
    ...contactsQuery({ q: number, ...FIRST_PAGE }),
    enabled: mayChange && number.startsWith('+'),
  });
  const contact = data && (data.results.find((one) => one.number === number) ?? null);
  return { contact, isLoading };
}

/**
 * Adds the other party to the contacts, or removes them. `toRemove`: the number cannot be reached, so it is
 * best removed and never added.
 */
function ContactButton({ number, toRemove }: { number: string; toRemove: boolean }) {
  const t = useText();
  const { contact, isLoading } = useContact(number);
  // The dialog stays rendered while it fades out, also when the contact has changed by then.
  const [dialog, setDialog] = useState<{ opened: boolean; contact: typeof contact }>();
  // It comes first and keeps its place while it loads.
  if (isLoading && toRemove) return <Skeleton w={200} h={40} />;
  if (contact === undefined) return null;
  const opening = {
    opened: dialog?.opened ?? false,
    onClose: () => setDialog({ opened: false, contact: dialog?.contact }),
  };
  return (
    <>
      {contact || !toRemove ? (
        <Button
          variant={toRemove ? 'filled' : 'outline'}
          onClick={() => setDialog({ opened: true, contact })}
        >
          {t(contact ? 'message.removeContact' : 'message.addContact')}
        </Button>
      ) : null}
      {dialog ? (
        <Suspense fallback={null}>
          {dialog.contact ? (
            <RemoveContact {...opening} contact={dialog.contact} />
          ) : (
            <AddContact {...opening} number={number} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** Says that there is no contact to remove, and takes the focus from the button that has removed it. */
function NotContact({ number }: { number: string }) {
  const t = useText();
  const { contact } = useContact(number);
  const [wasContact, setWasContact] = useState(false);
  if (contact && !wasContact) setWasContact(true);
  if (contact !== null) return null;
  return (
    <Text ref={wasContact ? focus : null} tabIndex={-1} mt={12} fz={13} c="dimmed">
      {t('message.notContact')}
    </Text>
  );
}

/** Cancels the message while it is scheduled. */
function CancelButton({ message, project }: { message: MessageDetail; project: ProjectSummary }) {
  const t = useText();
  const queries = useQueryClient();
  const readable = useReadableNumber();
  const [confirm, confirmDialog] = useConfirm();
  const { id, mode, status, send_at, events } = message;
  const isScheduled = send_at !== null && status === 'ACCEPTED' && events.queued_at === null;
  const refresh = () =>
    Promise.all(['message', 'messages'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const cancel = () =>
    confirm({
      title: t('message.cancel'),
      text: t(mode === 'LIVE' ? 'message.cancelLive' : 'message.cancelTest', { to: readable(message.to) }),
      action: t('message.cancel'),
      busyLabel: t('message.cancelling'),
      cancel: t('message.keep'),
      call: async () => {
        await cancelMessage(id, project.id);
        toastSuccess(t('message.wasCancelled'));
        await refresh();
      },
      onLost: refresh,
    });
  if (!isScheduled || !may(project.role, 'send')) return null;
  return (
    <>
      <Button variant="outline" color="red" onClick={cancel}>
        {t('message.cancel')}
      </Button>
      {confirmDialog}
    </>
  );
}

/** Writes to the operator's support with the message's id, or opens their help page. */
function SupportButton({ id }: { id: string }) {
  const t = useText();
  const { email, url } = useSupport() ?? {};
  const subject = encodeURIComponent(t('message.supportSubject', { id }));
  const href = email ? `mailto:${email}?subject=${subject}` : url;
  if (!href) return null;
  return (
    <Button variant="outline" component="a" href={href}>
      {t('message.askSupport')}
    </Button>
  );
}
