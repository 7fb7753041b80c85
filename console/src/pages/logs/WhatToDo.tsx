// The actions on a message: answer, send it again, keep or remove its contact, cancel it, or ask support.
import type { MessageDetail } from '@godwit/contract/messages/messages';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSummary } from '@godwit/contract/projects';
import { isTextKept } from '@godwit/contract/retention';
import { may } from '@godwit/contract/roles';
import { Button, Group } from '@mantine/core';
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
import { Card, CardTitle } from '../../ui/Card.tsx';
import { threadAddress } from '../conversation/conversationState.ts';

// Loaded on demand, because most messages are only read.
const contactDialogs = () => import('../conversation/AddContact.tsx');
const AddContact = lazyPart(contactDialogs, 'AddContact');
const RemoveContact = lazyPart(contactDialogs, 'RemoveContact');

export function WhatToDo({ message, project }: { message: MessageDetail; project: ProjectSummary }) {
  const t = useText();
  // The mode of the switch in the bar, which follows the message's.
  const mode = useMode();
  const { direction, from, to, body } = message;
  const isIncoming = direction === 'INCOMING';
  return (
    <Card>
      <CardTitle mb={16}>{t('message.next')}</CardTitle>
      <Group gap="12px 16px">
        <OpenConversation message={message} />
        {direction === 'OUTGOING' && isTextKept(message) ? (
          <SendSmsButton mode={mode} secondary to={to} again={{ from, body }} label={t('message.again')} />
        ) : null}
        <ContactButton number={isIncoming ? from : to} />
        <CancelButton message={message} project={project} />
        <SupportButton id={message.id} />
      </Group>
    </Card>
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

/** Adds the other party to the contacts, or removes them. */
function ContactButton({ number }: { number: string }) {
  const t = useText();
  const mayChange = useMay('contacts');
  const isPhone = number.startsWith('+');
  const found = useQuery({ ...contactsQuery({ q: number, ...FIRST_PAGE }), enabled: mayChange && isPhone });
  const contact = found.data?.results.find((one) => one.number === number);
  // The dialog stays rendered while it fades out, also when the contact has changed by then.
  const [dialog, setDialog] = useState<{ opened: boolean; contact: typeof contact }>();
  if (!mayChange || !isPhone || !found.data) return null;
  const opening = {
    opened: dialog?.opened ?? false,
    onClose: () => setDialog({ opened: false, contact: dialog?.contact }),
  };
  return (
    <>
      <Button variant="outline" onClick={() => setDialog({ opened: true, contact })}>
        {t(contact ? 'message.removeContact' : 'message.addContact')}
      </Button>
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
