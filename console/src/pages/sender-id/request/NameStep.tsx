// The name: its rules, and what the server says about it while it is typed.

import type { ProjectSender } from '@godwit/contract/projects';
import { formProblem, isName, MAX_SENDER, SENDER_CHARACTERS, senderKey } from '@godwit/contract/senders';
import { Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { senderCheckQuery } from '../../../api/requests.ts';
import { RuleList } from '../../../components/form/RuleList.tsx';
import { countryName } from '../../../countryName.ts';
import type { TextId } from '../../../text/catalogue.ts';
import { translate } from '../../../text/translate.ts';
import { useText } from '../../../text/useText.ts';
import { NoteBox } from '../../../ui/NoteBox.tsx';
import { buttonFor } from '../../../ui/richText.tsx';
import type { RequestForm, Rules } from './form.ts';

type Props = {
  form: RequestForm;
  rules: Rules;
  projectId: string;
  senders: readonly Pick<ProjectSender, 'id'>[];
};

const TYPING_MS = 300;

export function NameStep({ form, rules, projectId, senders }: Props) {
  const t = useText();
  const { sender_id: typed } = form.values;
  const [name] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useQuery({
    ...senderCheckQuery(projectId, { ...form.values, sender_id: name }),
    enabled: name !== '',
  });
  const checked = name === typed ? data : undefined;
  const breaksRule = typed !== '' && formProblem(rules.name, typed) !== null;
  const problem = checked?.problem ? translate(checked.problem) : undefined;
  const known = senders.find(({ id }) => senderKey(id) === senderKey(typed));
  return (
    <Stack gap={24}>
      <Text c="dimmed" maw={640}>
        {rules.name.characters === 'PLAIN' ? t('sender.help', rules.name) : t('sender.helpShort')}
      </Text>
      <div>
        <TextInput
          label={t('field.senderId')}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          data-1p-ignore
          aria-describedby="sender-rules"
          {...form.getInputProps('sender_id')}
          // The list below shows which part of the rule the name breaks.
          error={breaksRule ? true : (form.errors.sender_id ?? problem)}
        />
        <RuleList
          id="sender-rules"
          label={t('sender.rules')}
          typed={typed}
          rules={rulesOf(rules.name).map(({ text, holds }) => ({ text: t(text, rules.name), holds }))}
        />
        <Text role="status" fz={13} mt={8}>
          {checked && typed !== '' ? (
            <Verdict {...checked} onUse={(suggested) => form.setFieldValue('sender_id', suggested)} />
          ) : null}
        </Text>
      </div>
      {checked?.elsewhere.map(({ country, problem: why }) => (
        <NoteBox key={country} tone="warning">
          {t('sender.notThere', { country: countryName(country), problem: translate(why) })}
        </NoteBox>
      ))}
      {known ? <NoteBox tone="info">{t('sender.hasName', { name: known.id })}</NoteBox> : null}
    </Stack>
  );
}

type VerdictProps = {
  problem: string | null;
  elsewhere: readonly object[];
  suggestion: string | null;
  onUse: (name: string) => void;
};

/** Whether the name can be requested, or one that could. */
function Verdict({ problem, elsewhere, suggestion, onUse }: VerdictProps) {
  const t = useText();
  if (problem === null && elsewhere.length === 0)
    return (
      <Text span inherit c="var(--success)">
        <IconCheck size={16} style={{ verticalAlign: '-3px' }} aria-hidden="true" /> {t('sender.nameFits')}
      </Text>
    );
  if (suggestion === null) return null;
  return t.rich('sender.tryName', { name: suggestion, use: buttonFor(() => onUse(suggestion)) });
}

// The rule of sender ids, split into parts. The form checks each part while the user types.
type Rule = { text: TextId; holds: (text: string) => boolean };

const rulesOf = ({ shortest, characters }: Rules['name']): readonly Rule[] => [
  { text: 'sender.ruleLength', holds: ({ length }) => length >= shortest && length <= MAX_SENDER },
  characters === 'PLAIN'
    ? {
        text: 'sender.ruleCharacters',
        holds: (text) => SENDER_CHARACTERS.test(text) && text.trim() === text,
      }
    : { text: 'sender.rulePrintable', holds: (text) => /^[ -~]*$/.test(text) && !/^[ _]|[ _]$/.test(text) },
  { text: 'sender.ruleLetter', holds: isName },
];
