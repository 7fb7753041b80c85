// The evidence: the right to the name, the consent of a client, and other documents.
import { NAME_BASES } from '@godwit/contract/owners';
import { Select, Stack, Text } from '@mantine/core';
import { DocumentUpload } from '../../../components/form/DocumentUpload.tsx';
import type { UploadControl } from '../../../components/form/useUpload.ts';
import { useText } from '../../../text/useText.ts';
import { type EarlierDocument, EarlierDocuments } from './EarlierAnswers.tsx';
import type { RequestForm } from './form.ts';

type Props = {
  form: RequestForm;
  /** Two documents about the name, and the consent of its owner. */
  uploads: readonly UploadControl[];
  /** The errors of the uploads. */
  problems: readonly (string | undefined)[];
  /** Those of the last request. */
  earlier: readonly EarlierDocument[];
};

export function EvidenceStep({ form, uploads, problems, earlier }: Props) {
  const t = useText();
  const { owner_scheme: scheme, for_client: forClient } = form.values;
  const [first, second, consent] = uploads;
  return (
    <Stack gap={24}>
      {scheme === '' ? null : (
        <Select
          label={t('sender.basis')}
          placeholder={t('sender.basisNone')}
          data={NAME_BASES.map((value) => ({ value, label: t(`sender.basis.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('name_basis')}
          value={form.values.name_basis || null}
          onChange={(chosen) => form.setFieldValue('name_basis', chosen ?? '')}
        />
      )}
      <EarlierDocuments documents={earlier} uploads={uploads} />
      {forClient ? (
        <Stack gap={8}>
          <DocumentUpload label={t('sender.consent')} error={problems[2]} {...consent!} />
          <Text c="dimmed" fz={13}>
            {t('sender.consentHint')}
          </Text>
        </Stack>
      ) : null}
      <Stack gap={16}>
        <Text c="dimmed" maw={640}>
          {t('sender.documentsHint')}
        </Text>
        {[first!, second!].map((control, index) => (
          <DocumentUpload
            // biome-ignore lint/suspicious/noArrayIndexKey: slots never change their order
            key={index}
            label={t('document.optional', { number: index + 1 })}
            error={problems[index]}
            {...control}
          />
        ))}
      </Stack>
    </Stack>
  );
}
