// A person, at `/people/:number`: a number with its contact, its permissions and its messages, whether or not
// it is in the contacts.
import type { Contact } from '@godwit/contract/contacts';
import { MODES, type Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { contactsQuery } from '../../api/contacts.ts';
import { messagesQuery } from '../../api/messages.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { SendSmsButton } from '../../components/frame/SendSmsButton.tsx';
import { useLive } from '../../components/frame/useLive.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { RangePicker } from '../../components/list/RangePicker.tsx';
import { oneOf, parsePage, toPageQuery, useModeAddress } from '../../components/list/useAddress.ts';
import { parseDays } from '../../days.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useMay, useProjects } from '../../session/context.ts';
import { inMode } from '../../session/mode.ts';
import { conversations } from '../../text/conversations/en.ts';
import { files } from '../../text/files/en.ts';
import { logs } from '../../text/logs/en.ts';
import { optOuts } from '../../text/optOuts/en.ts';
import { people } from '../../text/people/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import { nameOf } from '../contacts/contact.ts';
import { threadAddress } from '../conversation/conversationState.ts';
import { useLogRows } from '../logs/LogRows.tsx';
import { FIRST_PAGE, Known } from './Known.tsx';
import { Permissions } from './Permissions.tsx';

// Loaded on demand, because few users add a contact here.
const AddContact = lazyPart(() => import('../conversation/AddContact.tsx'), 'AddContact');

const parse = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  days: parseDays(params),
  ...parsePage(params),
});

function PersonPage() {
  const t = useText();
  const { number = '' } = useParams();
  const { project } = useProjects();
  const readable = useReadableNumber();
  const { state, mode, change } = useModeAddress(parse, () => null);
  useLive(project?.id, mode);
  const contacts = useQuery(contactsQuery({ q: number, ...FIRST_PAGE }));
  const contact = contacts.data?.results.find((one) => one.number === number);
  const name = contact ? nameOf(contact, readable) : readable(number);
  const conversation = (
    <Button variant="outline" component={Link} to={inMode(threadAddress(number), mode)}>
      {t('message.conversation')}
    </Button>
  );
  return (
    <Page
      title={name}
      mode={mode}
      back={{ to: paths.contacts }}
      actions={
        project ? (
          <>
            {conversation}
            {number.startsWith('+') ? <SendSmsButton mode={mode} to={number} /> : null}
          </>
        ) : null
      }
    >
      <Stack gap={32}>
        <PersonFacts number={number} mode={mode} contacts={contacts} contact={contact} />
        {project ? (
          <PersonMessages number={number} project={project} state={{ ...state, mode }} change={change} />
        ) : (
          <NoProject />
        )}
      </Stack>
    </Page>
  );
}

type FactsProps = {
  number: string;
  mode: Mode;
  contacts: UseQueryResult<unknown>;
  contact: Contact | undefined;
};

/** The number, its groups, and what the person allows. */
function PersonFacts({ number, mode, contacts, contact }: FactsProps) {
  const t = useText();
  const readable = useReadableNumber();
  return (
    <Card>
      <Facts even>
        <Fact name={t('field.number')} wide>
          {readable(number)}
          <CopyButton
            value={number}
            label={t('conversations.copyNumber')}
            copiedLabel={t('action.copied')}
            size={32}
          />
        </Fact>
        <Fact name={t('person.contact')}>
          <Known query={contacts}>
            <ContactLine number={number} contact={contact} />
          </Known>
        </Fact>
        {contact ? (
          <Fact name={t('field.groups')}>
            <Groups groups={contact.groups} />
          </Fact>
        ) : null}
        <Fact name={t('person.permissions')} whole>
          <Permissions number={number} mode={mode} />
        </Fact>
      </Facts>
    </Card>
  );
}

/** The way to the contact, or to a new one for the number. */
function ContactLine({ number, contact }: Pick<FactsProps, 'number' | 'contact'>) {
  const t = useText();
  const mayChange = useMay('contacts');
  const [adding, setAdding] = useState<boolean>();
  if (contact)
    return (
      <Anchor component={Link} to={`${paths.contacts}?${new URLSearchParams({ q: number })}`}>
        {mayChange ? t('person.edit') : t('conversations.seeContact')}
      </Anchor>
    );
  return (
    <Group gap="4px 12px">
      {t('person.noContact')}
      {mayChange && number.startsWith('+') ? (
        <Anchor component="button" type="button" onClick={() => setAdding(true)}>
          {t('conversations.addContact')}
        </Anchor>
      ) : null}
      {adding === undefined ? null : (
        <Suspense fallback={null}>
          <AddContact number={number} opened={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Group>
  );
}

function Groups({ groups }: Pick<Contact, 'groups'>) {
  const t = useText();
  if (groups.length === 0) return t('field.none');
  return (
    <Group gap="4px 12px">
      {groups.map(({ id, name }) => (
        <Anchor key={id} component={Link} to={paths.group(id)}>
          {name}
        </Anchor>
      ))}
    </Group>
  );
}

type MessagesProps = { number: string; project: ProjectSummary } & {
  state: ReturnType<typeof parse> & { mode: Mode };
  change: ReturnType<typeof useModeAddress<ReturnType<typeof parse>>>['change'];
};

/** The messages to and from the number in the chosen days. */
function PersonMessages({ number, project, state, change }: MessagesProps) {
  const t = useText();
  const { mode, days } = state;
  const { pathname, search } = useLocation();
  const page = { ...days, ...toPageQuery(state) };
  const found = useQuery(messagesQuery({ project_id: project.id, mode, q: number, ...page }));
  return (
    <Section title={t('field.messages')} text={t('person.otherProjects', { project: project.name })}>
      <Filters>
        <RangePicker days={days} timezone={project.timezone} onChange={(next) => change({ days: next })} />
      </Filters>
      <List
        {...useLogRows({ person: `${pathname}${search}` })}
        label={t('field.messages')}
        found={found}
        paging={{ state, change }}
        empty={t('person.noMessages')}
      />
    </Section>
  );
}

export default withTexts(PersonPage, { ...people, ...files, ...logs, ...optOuts, ...conversations });
