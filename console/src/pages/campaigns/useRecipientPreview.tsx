// The text of a campaign as its first recipients see it, with arrows from one to the next.
import type { ContactGroup } from '@godwit/contract/contacts';
import {
  fieldsWithoutFallback,
  hasMergeFields,
  lacks,
  type MergeValues,
  mergeContent,
  mergeFieldsOf,
} from '@godwit/contract/messages/mergeFields';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { contactsQuery } from '../../api/contacts.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';

const MOST = 10;

/** A recipient; `body` is the whole message, if it is known. */
export type PreviewedPerson = MergeValues & { number: string; body?: string };

/** The first contacts of the first of these groups that has any; none until they are loaded. */
export function useFirstContacts(content: string, groups: readonly ContactGroup[]): PreviewedPerson[] {
  const group = groups.find(({ contacts }) => contacts > 0);
  const { data } = useQuery({
    ...contactsQuery({ group_id: group?.id, page_num: 0, page_size: MOST }),
    enabled: group !== undefined && hasMergeFields(content),
  });
  return group ? (data?.results ?? []) : [];
}

/** The text of one recipient; `head` names them and has the arrows, `foot` tells what they lack. */
export type RecipientPreview = { text: string; head: ReactNode; foot: ReactNode };

/** Returns the text of the chosen recipient; null if the text is the same for all, or none is known. */
export function useRecipientPreview(
  content: string,
  people: readonly PreviewedPerson[],
): RecipientPreview | null {
  const t = useText();
  const readable = useReadableNumber();
  const [chosen, setChosen] = useState(0);
  const count = Math.min(people.length, MOST);
  const index = Math.min(chosen, count - 1);
  const person = people[index];
  if (!person || !hasMergeFields(content)) return null;
  const name = `${person.first_name} ${person.last_name}`.trim() || readable(person.number);
  const gaps = fieldsWithoutFallback(content);
  const missing = mergeFieldsOf(content).filter((field) => lacks(person, field));
  const arrow = (step: 1 | -1) => {
    const Icon = step === 1 ? IconChevronRight : IconChevronLeft;
    return (
      <ActionIcon
        size={32}
        aria-label={t(step === 1 ? 'preview.next' : 'preview.previous')}
        disabled={people[index + step] === undefined || index + step >= count}
        onClick={() => setChosen(index + step)}
      >
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    );
  };
  return {
    text: person.body ?? mergeContent(content, person),
    head: (
      <Group justify="space-between" gap={8} wrap="nowrap">
        <Text aria-live="polite" fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {t('preview.as', { name })}
        </Text>
        {count > 1 ? (
          <Group gap={4} wrap="nowrap" flex="none" fz={13} c="dimmed">
            {arrow(-1)}
            {t('preview.ofRecipients', { number: index + 1, count })}
            {arrow(1)}
          </Group>
        ) : null}
      </Group>
    ),
    foot: missing.map((field) => (
      <Text key={field} mt={12} fz={13} c="dimmed">
        {t(gaps.includes(field) ? 'preview.gap' : 'preview.filled', { field })}
      </Text>
    )),
  };
}
