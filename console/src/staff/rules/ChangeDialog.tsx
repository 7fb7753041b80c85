// Changes the rules of all countries or of one: type or choose the document, check it, then propose it.
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import { MAX_RULES_BYTES, type RulesAnswer, type RulesCheck } from '@godwit/contract/staff/rules';
import { Box, Button, FileButton, Group, Select, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { checkRules, proposeRules, rulesQuery } from '../api/rules.ts';
import { Affected } from './Affected.tsx';
import { Difference } from './Difference.tsx';
import { ruleCountry } from './places.ts';

type Props = { rules: RulesAnswer };

export function ChangeDialog({ rules, ...opening }: Props & Opening) {
  const t = useText();
  return (
    <Dialog {...opening} title={t('staff.rules.change')} size="xl">
      <ChangeForm rules={rules} onClose={opening.onClose} />
    </Dialog>
  );
}

const ALL = 'ALL';
const EVERYWHERE = '*';
const JSON_FILES = 'application/json,.json';

/**
 * The document that a person changes: the whole set, or one country of it. A country that the set does not
 * have begins with its values of today.
 */
const documentOf = ({ document, today }: RulesAnswer, scope: string): string =>
  JSON.stringify(scope === ALL ? document : { [scope]: document[scope] ?? today?.[scope] ?? {} }, null, 2);

/** Without a set there is nothing to change as a whole, so the country with most rules comes first. */
function firstScope({ document, today = {} }: RulesAnswer): string {
  if (Object.keys(document).length > 0) return ALL;
  const countries = Object.entries(today).filter(([code]) => code !== EVERYWHERE);
  const rulesOf = (fields: unknown) => Object.keys(fields as object).length;
  return countries.sort(([, one], [, other]) => rulesOf(other) - rulesOf(one))[0]?.[0] ?? ALL;
}

/** The form: its document, the check of it, and the two steps of its button. */
function useChange(rules: RulesAnswer, onClose: () => void) {
  const t = useText();
  const queries = useQueryClient();
  // The set that is changed stays that of the beginning, so a change of somebody else is noticed.
  const [base] = useState(rules.current?.number ?? null);
  const [scope, setScope] = useState(() => firstScope(rules));
  const [checked, setChecked] = useState<RulesCheck | null>(null);
  const form = useForm({
    initialValues: { rules: documentOf(rules, scope), reason: '' },
    onValuesChange: (next, before) => {
      if (next.rules !== before.rules) setChecked(null);
    },
  });
  const sending = useSubmit({
    form,
    inPlace: true,
    call: async ({ rules: text, reason }) => {
      const change = { base, scope: scope === ALL ? 'ALL' : 'COUNTRIES', rules: text } as const;
      if (checked === null) return setChecked(await checkRules(change));
      const newer = await proposeRules({ ...change, reason });
      await queries.cancelQueries({ queryKey: rulesQuery.queryKey });
      queries.setQueryData(rulesQuery.queryKey, newer);
      queries.invalidateQueries({ queryKey: [...rulesQuery.queryKey, 'sets'] });
      toastSuccess(t('staff.rules.proposed'));
      onClose();
    },
  });
  function chooseScope(next: string): void {
    setScope(next);
    setChecked(null);
    form.setFieldValue('rules', documentOf(rules, next));
  }
  async function chooseFile(file: File | null): Promise<void> {
    if (!file) return;
    if (file.size > MAX_RULES_BYTES)
      return form.setFieldError('rules', t('staff.rules.fileTooLarge', { name: file.name }));
    try {
      form.setFieldValue('rules', await file.text());
    } catch (error) {
      toastError(error);
    }
  }
  return { form, sending, scope, checked, chooseScope, chooseFile };
}

function ChangeForm({ rules, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  const { form, sending, scope, checked, chooseScope, chooseFile } = useChange(rules, onClose);
  return (
    <DialogForm
      {...sending}
      text={t('staff.rules.changeText')}
      action={t(checked === null ? 'staff.rules.check' : 'staff.rules.propose')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <Group align="flex-end" gap={12}>
        <Select
          flex="1 1 200px"
          label={t('staff.rules.scope')}
          data={scopesOf(t)}
          value={scope}
          allowDeselect={false}
          searchable
          // Typing replaces the present choice.
          onFocus={(event) => event.currentTarget.select()}
          onChange={(value) => chooseScope(value ?? ALL)}
        />
        <FileButton accept={JSON_FILES} onChange={chooseFile}>
          {(button) => (
            <Button {...button} variant="outline">
              {t('staff.rules.chooseFile')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Textarea
        label={t('staff.rules.document')}
        description={t('staff.rules.scopeHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ input: 'mono' }}
        styles={{ error: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } }}
        data-autofocus
        autosize
        minRows={10}
        maxRows={20}
        spellCheck={false}
        {...form.getInputProps('rules')}
      />
      {checked ? <Checked checked={checked} /> : null}
      {checked ? (
        <Textarea
          label={t('field.reason')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      ) : null}
    </DialogForm>
  );
}

/** All countries together, the rules that hold in every other one, and each country. */
function scopesOf(t: Translate) {
  // A country with several dial codes is listed for each.
  const codes = new Set(CONTINENTS.flatMap(({ countries }) => countries.map(({ iso2 }) => iso2)));
  const countries = [...codes]
    .map((value) => ({ value, label: ruleCountry(t, value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const every = { value: EVERYWHERE, label: ruleCountry(t, EVERYWHERE) };
  return [{ value: ALL, label: t('staff.rules.allCountries') }, every, ...countries];
}

function Checked({ checked }: { checked: RulesCheck }) {
  const t = useText();
  return (
    <Box role="status" p="12px 16px" bg="var(--subtle)" bdrs={8} style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>{t('staff.rules.effects')}</Text>
      <Difference difference={checked.difference} />
      <Text fw={600} mt={12}>
        {t('staff.rules.affected')}
      </Text>
      <Affected affected={checked.affected} />
    </Box>
  );
}
