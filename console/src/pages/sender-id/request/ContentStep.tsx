// The messages: their class, their use, and an example.
import { CONTENT_CLASSES, type ContentClass } from '@godwit/contract/contentClass';
import { Radio, Stack, Textarea } from '@mantine/core';
import { useText } from '../../../text/useText.ts';
import type { RequestForm } from './form.ts';

export function ContentStep({ form }: { form: RequestForm }) {
  const t = useText();
  return (
    <Stack gap={24}>
      <Radio.Group
        label={t('sender.type')}
        description={t('sender.typeHint', { class: t('senderClass.PROMOTIONAL') })}
        value={form.values.class}
        onChange={(chosen) => form.setFieldValue('class', chosen as ContentClass)}
      >
        <Stack gap={16} mt={8}>
          {CONTENT_CLASSES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`senderClass.${one}`)}
              description={t(`sender.hint.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('sender.usage')}
        description={t('sender.usageHint')}
        minRows={3}
        autosize
        maxRows={10}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <Textarea
        label={t('sender.sample')}
        description={t('sender.sampleHint')}
        minRows={2}
        autosize
        maxRows={8}
        maxLength={1600}
        {...form.getInputProps('sample')}
      />
    </Stack>
  );
}
