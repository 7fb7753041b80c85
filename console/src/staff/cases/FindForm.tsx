// The details of a report by which its message is found: the number that got it, the time, and the text.
import { casesMessagesQuery } from '@godwit/contract/staff/cases';
import { Button, Flex, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { validateBy } from '../../components/form/errors.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import type { Report } from '../api/cases.ts';

const validate = validateBy(casesMessagesQuery);

/** The fields as the call takes them; empty ones are left out. `at` is a local time of the browser. */
const toReport = ({ number, text, at }: { number: string; text: string; at: string }): Report => ({
  number: number.trim() || undefined,
  text: text.trim() || undefined,
  at: at ? new Date(at).toISOString() : undefined,
});

export function FindForm({ onFind }: { onFind: (report: Report) => void }) {
  const t = useText();
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const form = useForm({
    initialValues: { number: '', at: '', text: '' },
    validate: (values) => validate(toReport(values) as typeof values),
  });
  return (
    <Card>
      <form onSubmit={form.onSubmit((values) => onFind(toReport(values)))} noValidate>
        <Flex wrap="wrap" gap="16px 24px" align="flex-start">
          <TextInput
            flex="1 1 240px"
            label={t('staff.cases.number')}
            placeholder="+94771234567"
            maxLength={64}
            autoComplete="off"
            {...form.getInputProps('number')}
          />
          <TextInput
            flex="1 1 240px"
            type="datetime-local"
            label={t('staff.cases.at')}
            description={t('staff.cases.atHint', { zone })}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            {...form.getInputProps('at')}
          />
          <Textarea
            flex="1 1 100%"
            label={t('staff.cases.text')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1_600}
            {...form.getInputProps('text')}
          />
        </Flex>
        <Button type="submit" mt={24} w={{ base: '100%', xs: 'auto' }}>
          {t('staff.cases.find')}
        </Button>
      </form>
    </Card>
  );
}
