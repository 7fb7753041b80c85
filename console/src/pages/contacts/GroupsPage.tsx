// Manage Groups, at `/contacts/groups`: the groups, newest first, with a search and a form to add one.
import { type ContactGroup, groupRequest } from '@godwit/contract/contacts';
import { Box, Button, Flex, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { createGroup, groupsQuery, refreshContacts } from '../../api/contacts.ts';
import { validateBy } from '../../components/form/errors.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { Page } from '../../components/frame/Page.tsx';
import { EmptyWords, Example } from '../../components/list/Example.tsx';
import { Filters, List } from '../../components/list/List.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { type ListPage, parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { formatCount } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/context.ts';
import { contacts } from '../../text/contacts/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useEditing } from './editing.ts';
import { useGroupRows } from './GroupRows.tsx';

const parse = (params: URLSearchParams) => parseSearch(params);

function GroupsPage() {
  const t = useText();
  const mayChange = useMay('contacts');
  const { state, change } = useAddress(parse);
  const groups = useQuery(groupsQuery);
  const name = useRef<HTMLInputElement>(null);
  const editing = useEditing<ContactGroup>(JSON.stringify(state));
  const { confirmDialog, ...rows } = useGroupRows(
    mayChange ? { editing, onDeleted: () => name.current?.focus() } : null,
  );
  const data = groups.data && pageOf(groups.data, state);
  const clearButton = (
    <Button variant="outline" onClick={() => change({ q: '' })}>
      {t('list.clearSearch')}
    </Button>
  );
  const addButton = (
    <Button variant="outline" onClick={() => name.current?.focus()}>
      {t('groups.new')}
    </Button>
  );
  return (
    <Page
      title={t('groups.title')}
      subtitle={groups.data && formatCount(groups.data.length)}
      back={{ to: paths.contacts }}
    >
      <Flex wrap="wrap" justify="space-between" gap={{ base: 0, sm: 24 }}>
        <Box flex="1 1 320px" maw={{ xs: 360 }}>
          <Filters>
            <SearchField
              q={state.q}
              onSearch={(q) => change({ q }, { replace: true })}
              hint={t('groups.name')}
            />
          </Filters>
        </Box>
        {mayChange ? <AddGroup name={name} /> : null}
      </Flex>
      <List
        {...rows}
        label={t('groups.title')}
        found={{ ...groups, data: data && { ...data, results: editing.withEdited(data.results) } }}
        paging={{ state, change }}
        empty={
          state.q.trim() ? (
            t('group.noneFound')
          ) : mayChange ? (
            <EmptyWords text={t('groups.empty')} hint={t('groups.emptyHint')} />
          ) : (
            t('groups.empty')
          )
        }
        emptyAction={state.q.trim() ? clearButton : mayChange && addButton}
        emptyExample={state.q.trim() ? null : <ExampleGroup />}
      />
      {confirmDialog}
    </Page>
  );
}

/** A group as the list will show it. */
function ExampleGroup() {
  const t = useText();
  return (
    <Example>
      <Text fw={500}>{t('contacts.example')}</Text>
      {t('groups.size', { count: 240 })}
    </Example>
  );
}

/** The groups whose name contains the search text, one page of them. */
function pageOf(groups: readonly ContactGroup[], { q, page, page_size }: ListPage & { q: string }) {
  const wanted = q.trim().toLocaleLowerCase();
  const found = groups.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return {
    results: found.slice((page - 1) * page_size, page * page_size),
    total: found.length,
    total_pages: Math.ceil(found.length / page_size),
  };
}

/** The form to add a group. Afterwards its field is empty and has the focus, for the next group. */
function AddGroup({ name }: { name: RefObject<HTMLInputElement | null> }) {
  const t = useText();
  const queries = useQueryClient();
  // Controlled, because resetting an uncontrolled form replaces the field that has the focus.
  const form = useForm({
    initialValues: { name: '' },
    validate: validateBy(groupRequest),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      await createGroup(values);
      // Reset before the refresh, because the user may already type the next name.
      form.reset();
      // Do not take the focus if the user has moved on to something else.
      if (name.current?.form?.contains(document.activeElement)) name.current.focus();
      void refreshContacts(queries);
    },
  });
  return (
    <Box flex="1 1 320px" maw={{ xs: 480 }} mb={16}>
      <form onSubmit={submit} noValidate>
        <Flex gap={12}>
          <TextInput
            ref={name}
            flex={1}
            aria-label={t('groups.name')}
            placeholder={t('groups.new')}
            autoComplete="off"
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <SubmitButton busy={busy} busyLabel={t('action.adding')}>
            {t('action.add')}
          </SubmitButton>
        </Flex>
      </form>
    </Box>
  );
}

export default withTexts(GroupsPage, contacts);
